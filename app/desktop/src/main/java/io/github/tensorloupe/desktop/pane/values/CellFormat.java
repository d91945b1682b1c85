package io.github.tensorloupe.desktop.pane.values;

import module java.base;

import io.github.tensorloupe.analysis.slice.SliceBlock;
import io.github.tensorloupe.element.ElementType;

/// The number format of cells.
public sealed interface CellFormat {

  /// Returns the machine-readable text of a cell whose bytes are in the file.
  String text(SliceBlock block, long row, long column);

  default String shown(SliceBlock block, long row, long column) {
    return text(block, row, column);
  }

  /// The shortest text that distinguishes the number from every other number of its dtype.
  record Shortest() implements CellFormat {
    @Override
    public String text(SliceBlock block, long row, long column) {
      return block.text(row, column);
    }

    @Override
    public String shown(SliceBlock block, long row, long column) {
      return block.shown(row, column);
    }
  }

  /// A fixed number of decimal places; integers in full.
  ///
  /// @param digits at least 0
  record Fixed(int digits) implements CellFormat {

    /// From here on, the integer part has too many digits to read.
    private static final double LARGE = 1e9;

    @Override
    public String text(SliceBlock block, long row, long column) {
      ElementType type = block.type();
      if (type.isInteger()) {
        return block.text(row, column);
      }
      String real = text(block.value(row, column));
      return type.partsPerElement() == 1
          ? real
          : ElementType.complex(real, text(type.toDouble(block.code(row, column, 1))));
    }

    @Override
    public String shown(SliceBlock block, long row, long column) {
      return text(block, row, column).replace('-', '−').replace("Infinity", "∞");
    }

    private String text(double value) {
      if (!Double.isFinite(value)) {
        return Double.toString(value);
      }
      String pattern = "%." + digits + (Math.abs(value) < LARGE ? "f" : "e");
      return String.format(Locale.ROOT, pattern, value);
    }
  }

  /// The bits of the file in hexadecimal digits.
  record Hexadecimal() implements CellFormat {

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    @Override
    public String text(SliceBlock block, long row, long column) {
      ElementType type = block.type();
      int digits = Math.ceilDiv(type.partBits(), 4);
      String first = HEX.toHexDigits(block.code(row, column, 0), digits);
      return type.partsPerElement() == 1
          ? first
          : first + " " + HEX.toHexDigits(block.code(row, column, 1), digits);
    }
  }
}
