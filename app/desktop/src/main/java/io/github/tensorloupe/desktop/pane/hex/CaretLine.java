package io.github.tensorloupe.desktop.pane.hex;

import module java.base;

import io.github.tensorloupe.analysis.structure.ByteWindow;
import io.github.tensorloupe.analysis.structure.ByteWindow.ElementValue;
import io.github.tensorloupe.analysis.structure.FileStructure;
import io.github.tensorloupe.analysis.structure.FileStructure.Segment;
import io.github.tensorloupe.analysis.structure.PageStructure;
import io.github.tensorloupe.analysis.structure.Part;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.TensorInfo;

/// The text for one byte, such as that under the caret.
///
/// @param file the name of the file
/// @param region the part of the file: a tensor's name, or words
/// @param inTensor true if `region` is a tensor's name
/// @param element the index of the element, as `[12, 803]`; in the header the name whose entry it
///   is; or empty text
/// @param value the element's value or the header length, or empty text
/// @param note what else there is to say, or empty text
/// @param decimal the file offset
/// @param hexadecimal the file offset, as `0x1F2A0`
/// @param length the length of the file
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

  /// The line if no file is open.
  static final CaretLine EMPTY = new CaretLine("", "", false, "", "", "", "", "", "");

  private static final int FILE_NAME_LIMIT = 200;
  private static final int TENSOR_NAME_LIMIT = 400;
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  /// Describes a byte.
  ///
  /// @param page where the byte is visible, it says more
  /// @param byteOffset file offset; empty where there is no such byte
  static CaretLine of(
      FileStructure file, HexPage page, OptionalLong byteOffset, Messages messages) {
    CaretLine line = unplaced(file, messages);
    if (byteOffset.isEmpty()) {
      return line;
    }
    long at = byteOffset.getAsLong();
    Optional<PageStructure> visible =
        page.structure().filter(structure -> structure.visible().contains(at));
    Segment segment = file.at(at);
    Part part = visible.map(structure -> structure.part(at)).orElse(segment.part());
    CaretLine described =
        part.isInTensor()
            ? line.inTensor(file, segment.tensor(), at, page.window())
            : line.outside(part, visible.flatMap(some -> some.entry(at)), page.window(), messages);
    return described.at(at, note(visible, part, at, messages));
  }

  private static String note(
      Optional<PageStructure> visible, Part part, long at, Messages messages) {
    if (part == Part.OVERLAP) {
      return messages.text("hex.part.overlap");
    }
    if (visible.filter(some -> some.isDamaged(at)).isPresent()) {
      return messages.text("hex.part.damaged");
    }
    return visible.filter(some -> some.isZeros(at)).isPresent()
        ? messages.text("hex.part.zeros")
        : "";
  }

  /// This line, or an older one of the same byte where that was seen since and this is not.
  ///
  /// @param page the visible bytes
  CaretLine orOlder(CaretLine older, HexPage page) {
    boolean sameByte = file.equals(older.file) && hexadecimal.equals(older.hexadecimal);
    boolean seen =
        page.marks().caret().stream()
            .anyMatch(
                caret ->
                    page.window().at(caret) != ByteWindow.ABSENT
                        && page.structure().orElseThrow().visible().contains(caret));
    return sameByte && !seen ? older : this;
  }

  private static CaretLine unplaced(FileStructure structure, Messages messages) {
    String path = String.valueOf(structure.file().path().getFileName());
    long byteCount = structure.file().bytes().length();
    String length = messages.text("hex.length", messages.exactBytes(byteCount));
    String name = DisplayText.of(path, FILE_NAME_LIMIT);
    return new CaretLine(name, "", false, "", "", "", "", "", length);
  }

  private CaretLine at(long byteOffset, String feedback) {
    return new CaretLine(
        file,
        region,
        inTensor,
        element,
        value,
        feedback,
        Figures.count(byteOffset),
        hexadecimal(byteOffset),
        length);
  }

  private CaretLine outside(
      Part part, Optional<String> entry, ByteWindow window, Messages messages) {
    String number = "";
    if (part == Part.HEADER_LENGTH) {
      OptionalLong found = window.littleEndian(0, Long.BYTES);
      number = found.isPresent() ? Long.toUnsignedString(found.getAsLong()) : "";
    }
    return new CaretLine(
        file,
        messages.text("hex.part." + part.key()),
        false,
        entry.map(name -> DisplayText.of(name, TENSOR_NAME_LIMIT)).orElse(""),
        number,
        "",
        "",
        "",
        length);
  }

  private CaretLine inTensor(FileStructure structure, int tensor, long at, ByteWindow window) {
    TensorInfo info = structure.tensor(tensor);
    long begin = structure.tensorBegin(tensor);
    Optional<ElementPosition> position = ElementPosition.of(info, at - begin);
    return new CaretLine(
        file,
        DisplayText.of(info.name(), TENSOR_NAME_LIMIT),
        true,
        position.map(ElementPosition::indexText).orElse(""),
        position.flatMap(found -> ElementValue.text(found, window, begin)).orElse(""),
        "",
        "",
        "",
        length);
  }

  /// A byte offset, as `0x1F2A0`.
  static String hexadecimal(long byteOffset) {
    String digits = HEX.toHexDigits(byteOffset).replaceFirst("^0+(?=.)", "");
    return "0x" + digits;
  }

  /// A range, as `0x10 – 0x1F`, both ends included.
  static String hexadecimal(ByteRange range) {
    return hexadecimal(range.begin()) + " – " + hexadecimal(range.end() - 1);
  }
}
