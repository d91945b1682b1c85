package io.github.tensorloupe.desktop.pane.hex;

import module java.base;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.TensorInfo;

/// The text for one byte, such as the byte under the caret.
///
/// @param region the part of the file: the name of a tensor, or a description
/// @param inTensor true if `region` is the name of a tensor
/// @param element the index of the element, as `[12, 803]`; in the header, the name of the entry;
///   or empty text
/// @param value the element's value or the header length, or empty text
/// @param note an additional remark, or empty text
/// @param hexadecimal the file offset, as `0x1F2A0`; for a difference, the offset in its values
record CaretLine(
    String file,
    String region,
    boolean inTensor,
    String element,
    String value,
    String note,
    String decimal,
    String hexadecimal,
    String length) {

  static final CaretLine EMPTY = new CaretLine("", "", false, "", "", "", "", "", "");

  private static final int FILE_NAME_LIMIT = 200;
  private static final int TENSOR_NAME_LIMIT = 400;

  /// @param page provides more details if the byte is visible
  /// @param byteOffset file offset; may be empty
  static CaretLine of(
      FileStructure file, HexPage page, OptionalLong byteOffset, Messages messages) {
    String path = String.valueOf(file.file().path().getFileName());
    String name = DisplayText.of(path, FILE_NAME_LIMIT);
    long begin = page.rows().begin();
    long byteCount = file.file().bytes().length() - begin;
    String length = messages.text("hex.length", messages.exactBytes(byteCount));
    if (byteOffset.isEmpty()) {
      return new CaretLine(name, "", false, "", "", "", "", "", length);
    }
    long at = byteOffset.getAsLong();
    Optional<PageStructure> visible =
        page.structure().filter(structure -> structure.visible().contains(at));
    Part part = visible.map(structure -> structure.part(at)).orElse(file.at(at).part());
    String region = part.isInTensor() ? "" : messages.text("hex.part." + part.spelling());
    String element = visible.flatMap(some -> some.entry(at)).map(CaretLine::shortName).orElse("");
    String value = "";
    if (part == Part.HEADER_LENGTH) {
      OptionalLong headerLength = page.window().littleEndian(0, Long.BYTES);
      value = headerLength.isPresent() ? messages.count(headerLength.getAsLong()) : "";
    }
    if (part.isInTensor()) {
      TensorInfo info = file.tensor(file.at(at).tensor());
      long ofTensor = file.tensorBegin(file.at(at).tensor());
      Optional<ElementPosition> position = ElementPosition.of(info, at - ofTensor);
      region = shortName(info.name());
      element = position.map(ElementPosition::indexText).orElse("");
      value = position.flatMap(found -> page.window().text(found, ofTensor)).orElse("");
      value = messages.localized(value);
    }
    String key = note(visible, part, at);
    String note = key.isEmpty() ? "" : messages.text(key);
    String decimal = messages.count(at - begin);
    String hexadecimal = hexadecimal(at - begin);
    boolean inTensor = part.isInTensor();
    return new CaretLine(
        name, region, inTensor, element, value, note, decimal, hexadecimal, length);
  }

  private static String shortName(String tensor) {
    return DisplayText.of(tensor, TENSOR_NAME_LIMIT);
  }

  private static String note(Optional<PageStructure> visible, Part part, long at) {
    if (part == Part.OVERLAP) {
      return "hex.part.overlap";
    }
    boolean damaged = visible.filter(page -> page.isDamaged(at)).isPresent();
    boolean zeros = visible.filter(page -> page.isZeros(at)).isPresent();
    return damaged ? "hex.part.damaged" : zeros ? "hex.part.zeros" : "";
  }

  String equation() {
    return value.isEmpty() ? "" : "= " + value;
  }

  /// Returns the older line if it is of the same byte and the byte is no longer visible or loaded,
  /// to keep its details; else this line.
  CaretLine orOlder(CaretLine older, HexPage page) {
    boolean sameByte = file.equals(older.file) && hexadecimal.equals(older.hexadecimal);
    boolean isVisible =
        page.marks().caret().stream()
            .anyMatch(
                caret ->
                    page.window().at(caret) != ByteWindow.ABSENT
                        && page.structure().orElseThrow().visible().contains(caret));
    return sameByte && !isVisible ? older : this;
  }

  /// Formats a byte offset, as `0x1F2A0`.
  static String hexadecimal(long byteOffset) {
    return "0x%X".formatted(byteOffset);
  }

  /// Formats a range, as `0x10 – 0x1F`, both ends inclusive.
  static String hexadecimal(ByteRange range) {
    return hexadecimal(range.begin()) + " – " + hexadecimal(range.end() - 1);
  }
}
