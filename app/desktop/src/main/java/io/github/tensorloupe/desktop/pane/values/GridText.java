package io.github.tensorloupe.desktop.pane.values;

import module java.base;

import io.github.tensorloupe.analysis.slice.SliceBlock;
import io.github.tensorloupe.desktop.pane.values.GridPage.CellWidth;
import io.github.tensorloupe.element.ElementClass;
import io.github.tensorloupe.element.ElementText;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.work.Cancellation;

/// Cells that have been read, as texts. Not changed once it is handed on.
final class GridText {

  /// Stands in a cell whose bytes are not in the file.
  static final String ABSENT = "–";

  private final SliceBlock block;
  private final CellFormat format;
  private final String[] texts;
  private CellWidth width = CellWidth.LEAST;

  private GridText(SliceBlock block, CellFormat format) {
    this.block = block;
    this.format = format;
    this.texts = new String[block.rowCount() * block.columnCount()];
  }

  /// Writes every cell of a block.
  static GridText of(SliceBlock block, CellFormat format, Cancellation cancellation) {
    GridText text = new GridText(block, format);
    for (int row = 0; row < block.rowCount(); row++) {
      cancellation.check();
      for (int column = 0; column < block.columnCount(); column++) {
        text.write(row, column);
      }
    }
    return text;
  }

  private void write(int row, int column) {
    long blockRow = block.firstRow() + row;
    long blockColumn = block.firstColumn() + column;
    String text = ABSENT;
    if (block.isPresent(blockRow, blockColumn)) {
      text = format.text(block, blockRow, blockColumn);
      int point = pointOf(text, blockRow, blockColumn);
      width =
          width.and(
              point < 0
                  ? new CellWidth(0, 0, text.length())
                  : new CellWidth(point, text.length() - point, text.length()));
    }
    texts[row * block.columnCount() + column] = text;
  }

  /// The index of the point of a text, or its end where it has none; -1 where the text is no single
  /// number, and so is aligned at its end.
  private int pointOf(String text, long row, long column) {
    boolean number =
        block.type().partsPerElement() == 1
            && !(format instanceof CellFormat.Hexadecimal)
            && elementClass(row, column).isFinite();
    if (!number) {
      return -1;
    }
    int point = text.indexOf('.');
    return point < 0 ? text.length() : point;
  }

  SliceBlock block() {
    return block;
  }

  CellFormat format() {
    return format;
  }

  CellWidth width() {
    return width;
  }

  boolean contains(long row, long column) {
    return block.contains(row, column);
  }

  /// The text of a cell that it contains.
  String text(long row, long column) {
    return texts[
        (int) (row - block.firstRow()) * block.columnCount()
            + (int) (column - block.firstColumn())];
  }

  int charactersBehind(long row, long column, CellWidth columnWidth) {
    String text = text(row, column);
    int point = block.isPresent(row, column) ? pointOf(text, row, column) : -1;
    return point < 0 ? 0 : columnWidth.after() - (text.length() - point);
  }

  /// The class of number in a cell that is present; of a complex one the first part that is not
  /// finite decides.
  ElementClass elementClass(long row, long column) {
    ElementClass first = block.type().classify(block.code(row, column, 0));
    return block.type().partsPerElement() == 1 || !first.isFinite()
        ? first
        : secondClass(first, row, column);
  }

  private ElementClass secondClass(ElementClass first, long row, long column) {
    ElementClass second = block.type().classify(block.code(row, column, 1));
    return first == ElementClass.ZERO || !second.isFinite() ? second : first;
  }

  /// The form of numbers in cells.
  sealed interface CellFormat {

    /// The text of a cell that is present.
    String text(SliceBlock block, long row, long column);

    /// As short as tells the number from every other of its dtype.
    record Shortest() implements CellFormat {
      @Override
      public String text(SliceBlock block, long row, long column) {
        return block.text(row, column);
      }
    }

    /// With so many digits behind the point; integers in full.
    ///
    /// @param digits at least 0
    record Fixed(int digits) implements CellFormat {

      /// From here on a number has more digits before the point than anyone reads.
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
            : ElementText.complex(real, text(type.toDouble(block.code(row, column, 1))));
      }

      private String text(double value) {
        if (!Double.isFinite(value)) {
          return Double.toString(value);
        }
        String pattern = "%." + digits + (Math.abs(value) < LARGE ? "f" : "e");
        return String.format(Locale.ROOT, pattern, value);
      }
    }

    /// The bits, as they stand in the file, in hexadecimal digits.
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
}
