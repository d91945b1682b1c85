package io.github.tensorloupe.desktop.pane.values;

import module java.base;

import io.github.tensorloupe.analysis.slice.SliceBlock;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.pane.values.GridPlace.CellRange;
import io.github.tensorloupe.desktop.pane.values.GridText.CellFormat;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// A block of cells as one text.
final class CopiedCells {

  /// The most cells that are copied at once.
  static final long LIMIT = 250_000;

  private static final int CELLS_AT_ONCE = 8192;

  /// Writes rows of cells.
  interface RowWriter {

    /// Adds a row.
    ///
    /// @param block holds the whole row
    /// @param row of the slice
    void row(SliceBlock block, long row);

    /// Everything that was added.
    String finish();
  }

  private CopiedCells() {}

  /// Reads cells and writes them.
  ///
  /// @param range of at most [#LIMIT] cells
  /// @throws java.util.concurrent.CancellationException if cancelled
  static String write(
      TensorSlice slice,
      CellRange range,
      RowWriter writer,
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
        writer.row(block, row + i);
      }
      progress.report(row + rows - range.firstRow(), range.rowCount());
    }
    return writer.finish();
  }

  /// The format of copied cells.
  enum Format {
    /// Lines of cells with tabs between them, as spreadsheets take them.
    TSV("tsv"),
    /// An array as NumPy writes it.
    NUMPY("numpy");

    private final String key;

    Format(String key) {
      this.key = key;
    }

    /// The last part of its message keys.
    String key() {
      return key;
    }
  }

  /// Cells as lines with tabs between them, written as they are shown; a cell beyond the end of the
  /// file is empty.
  static final class Tsv implements CopiedCells.RowWriter {

    private final CellFormat format;
    private final StringBuilder text = new StringBuilder();

    Tsv(CellFormat format) {
      this.format = format;
    }

    @Override
    public void row(SliceBlock block, long row) {
      if (!text.isEmpty()) {
        text.append('\n');
      }
      for (int i = 0; i < block.columnCount(); i++) {
        long column = block.firstColumn() + i;
        text.append(i == 0 ? "" : "\t");
        if (block.isPresent(row, column)) {
          text.append(format.text(block, row, column));
        }
      }
    }

    @Override
    public String finish() {
      return text.toString();
    }
  }
}
