package io.github.tensorloupe.desktop.pane.values;

import module java.base;

import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.analysis.slice.SliceBlock;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// A range of cells of a slice as text, for a spreadsheet or for NumPy. Reads on the calling
/// thread.
public final class CellsText {

  /// Maximum number of cells in a text.
  public static final long MAX_CELLS = 250_000;

  private static final int CELLS_AT_ONCE = 8192;

  /// Thrown for a cell beyond the end of the file, which an array cannot represent.
  public static final class MissingCellException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private MissingCellException() {
      super(null, null, false, false);
    }
  }

  private interface CellText {
    String of(SliceBlock block, long row, long column);
  }

  private CellsText() {}

  /// Returns whether a range has more than [#MAX_CELLS] cells.
  public static boolean isTooLarge(CellRange range) {
    return range.rowCount() > MAX_CELLS
        || range.columnCount() > MAX_CELLS
        || range.rowCount() * range.columnCount() > MAX_CELLS;
  }

  /// Formats cells as lines with tab-separated values, the paste format of spreadsheets. A cell
  /// beyond the end of the file is empty.
  ///
  /// @param range at most [#MAX_CELLS] cells
  /// @throws IOException if reading fails
  /// @throws java.util.concurrent.CancellationException if cancelled
  public static String tabSeparated(
      TensorSlice slice,
      CellRange range,
      CellFormat format,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    StringJoiner rows = new StringJoiner("\n");
    CellText cell =
        (block, row, column) -> block.isPresent(row, column) ? format.text(block, row, column) : "";
    read(slice, range, cell, rows, () -> new StringJoiner("\t"), cancellation, progress);
    return rows.toString();
  }

  /// Formats cells as a NumPy array literal: `array([[1.0, nan]], dtype=float32)`. Every number
  /// reads back exactly. Dtypes that NumPy does not have become `float32`, which can represent all
  /// their values.
  ///
  /// @param range at most [#MAX_CELLS] cells
  /// @throws MissingCellException if a cell is beyond the end of the file
  /// @throws IOException if reading fails
  /// @throws java.util.concurrent.CancellationException if cancelled
  public static String numpy(
      TensorSlice slice, CellRange range, Cancellation cancellation, Progress progress)
      throws IOException {
    NumpyTexts texts = new NumpyTexts(slice.type());
    boolean hasRows = slice.axes().rowAxis() != SliceAxes.NONE;
    boolean isTable = hasRows && slice.axes().columnAxis() != SliceAxes.NONE;
    boolean isScalar = !hasRows && slice.axes().columnAxis() == SliceAxes.NONE;
    StringJoiner rows =
        new StringJoiner(isTable ? ",\n       " : ", ", isScalar ? "" : "[", isScalar ? "" : "]");
    String begin = isTable ? "[" : "";
    Supplier<StringJoiner> cells = () -> new StringJoiner(", ", begin, isTable ? "]" : "");
    read(slice, range, texts::element, rows, cells, cancellation, progress);
    return "array(" + rows + ", dtype=" + texts.dtype() + ")";
  }

  private static void read(
      TensorSlice slice,
      CellRange range,
      CellText cell,
      StringJoiner target,
      Supplier<StringJoiner> newRow,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    int columns = (int) range.columnCount();
    int rowsAtOnce = Math.max(1, CELLS_AT_ONCE / columns);
    for (long row = range.firstRow(); row <= range.lastRow(); row += rowsAtOnce) {
      cancellation.check();
      int rows = (int) Math.min(rowsAtOnce, range.lastRow() - row + 1);
      SliceBlock block = slice.read(row, range.firstColumn(), rows, columns);
      for (int i = 0; i < rows; i++) {
        StringJoiner cells = newRow.get();
        for (int j = 0; j < columns; j++) {
          cells.add(cell.of(block, row + i, range.firstColumn() + j));
        }
        target.add(cells.toString());
      }
      progress.report(row + rows - range.firstRow(), range.rowCount());
    }
  }

  private record NumpyTexts(ElementType type) {

    String element(SliceBlock block, long row, long column) {
      if (!block.isPresent(row, column)) {
        throw new MissingCellException();
      }
      String first = part(block.code(row, column, 0));
      return type.partsPerElement() == 1 ? first : complex(first, part(block.code(row, column, 1)));
    }

    // NumPy prints `nanj`, which is not a valid name in Python.
    private static String complex(String real, String imaginary) {
      boolean plain = isDigits(real) && isDigits(imaginary);
      return plain
          ? "(" + real + (imaginary.startsWith("-") ? "" : "+") + imaginary + "j)"
          : "complex(" + real + ", " + imaginary + ")";
    }

    private static boolean isDigits(String number) {
      return Character.isDigit(number.charAt(number.length() - 1));
    }

    private String part(long code) {
      if (type.dtype() == Dtype.BOOL) {
        return code == 0 ? "False" : "True";
      }
      double value = type.toDouble(code);
      if (type.isInteger()) {
        return type.text(code);
      }
      if (Double.isNaN(value)) {
        return "nan";
      }
      if (Double.isInfinite(value)) {
        return value > 0 ? "inf" : "-inf";
      }
      // Shorter texts of narrow dtypes are exact only if they are parsed as that dtype.
      String digits =
          switch (type.dtype()) {
            case F64 -> Double.toString(value);
            case F16 -> type.text(code);
            default -> Float.toString((float) value);
          };
      return digits.toLowerCase(Locale.ROOT);
    }

    String dtype() {
      return switch (type.dtype()) {
        case BOOL -> "bool";
        case U8, U16, U32, U64 -> "uint" + type.partBits();
        case I8, I16, I32, I64 -> "int" + type.partBits();
        case F64 -> "float64";
        case F16 -> "float16";
        case C64 -> "complex64";
        case F32, BF16, F8_E5M2, F8_E4M3, F8_E8M0, F8_E4M3FNUZ, F8_E5M2FNUZ, F6_E2M3, F6_E3M2, F4 ->
            "float32";
      };
    }
  }
}
