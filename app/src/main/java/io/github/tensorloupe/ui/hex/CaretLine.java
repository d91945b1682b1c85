package io.github.tensorloupe.ui.hex;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.ui.text.Figures;
import io.github.tensorloupe.ui.text.Messages;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;

/// What is said of the byte under the caret.
///
/// @param file the name of the file
/// @param region the part of the file: a tensor's name, or words
/// @param inTensor whether `region` is a tensor's name
/// @param element the index of the element, as `[12, 803]`, or empty text
/// @param value the element's value or the header length, or empty text
/// @param decimal the file offset
/// @param hexadecimal the file offset, as `0x1F2A0`
/// @param length the length of the file
record CaretLine(
    String file,
    String region,
    boolean inTensor,
    String element,
    String value,
    String decimal,
    String hexadecimal,
    String length) {

  /// Where no file is open.
  static final CaretLine EMPTY = new CaretLine("", "", false, "", "", "", "", "");

  private static final int FILE_NAME_LIMIT = 200;
  private static final int TENSOR_NAME_LIMIT = 400;
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  /// Describes a byte.
  ///
  /// @param page its window may hold the byte's neighbours, which the value needs
  static CaretLine of(TensorFile file, HexPage page, Messages messages) {
    CaretLine line = unplaced(file, messages);
    if (page.caret().isEmpty()) {
      return line;
    }
    long caret = page.caret().getAsLong();
    return switch (FileRegions.at(file, caret)) {
      case ByteRegion.HeaderLength _ ->
          line.at(caret, messages.text("hex.region.header-length"), headerLength(page.window()));
      case ByteRegion.Header _ -> line.at(caret, messages.text("hex.region.header"), "");
      case ByteRegion.Tensor tensor -> line.at(caret, tensor, page.window());
      case ByteRegion.Unclaimed _ -> line.at(caret, messages.text("hex.region.unclaimed"), "");
      case ByteRegion.Foreign _ -> line.at(caret, messages.text("hex.region.foreign"), "");
    };
  }

  /// This line, or an older one where that knows the value of the same byte and this does not,
  /// because the byte was scrolled away.
  CaretLine orValueOf(CaretLine older) {
    boolean sameByte =
        file.equals(older.file)
            && region.equals(older.region)
            && hexadecimal.equals(older.hexadecimal);
    return sameByte && value.isEmpty() ? older : this;
  }

  private static CaretLine unplaced(TensorFile file, Messages messages) {
    String name = DisplayText.of(String.valueOf(file.path().getFileName()), FILE_NAME_LIMIT);
    String length = messages.text("hex.length", Figures.exactBytes(file.bytes().length()));
    return new CaretLine(name, "", false, "", "", "", "", length);
  }

  private static String headerLength(HexWindow window) {
    OptionalLong number = window.littleEndian(0, Long.BYTES);
    return number.isPresent() ? Long.toUnsignedString(number.getAsLong()) : "";
  }

  private CaretLine at(long caret, String words, String number) {
    return new CaretLine(
        file, words, false, "", number, Figures.count(caret), hexadecimal(caret), length);
  }

  private CaretLine at(long caret, ByteRegion.Tensor place, HexWindow window) {
    String name = DisplayText.of(place.tensor().info().name(), TENSOR_NAME_LIMIT);
    Optional<ElementPosition> element =
        ElementPosition.of(place.tensor().info(), place.byteOffset());
    long tensorBegin = caret - place.byteOffset();
    return new CaretLine(
        file,
        name,
        true,
        element.map(ElementPosition::indexText).orElse(""),
        element.flatMap(found -> found.valueText(window, tensorBegin)).orElse(""),
        Figures.count(caret),
        hexadecimal(caret),
        length);
  }

  private static String hexadecimal(long byteOffset) {
    String digits = HEX.toHexDigits(byteOffset).replaceFirst("^0+(?=.)", "");
    return "0x" + digits;
  }
}
