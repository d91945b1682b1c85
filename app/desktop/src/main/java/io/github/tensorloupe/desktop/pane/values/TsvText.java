package io.github.tensorloupe.desktop.pane.values;

import io.github.tensorloupe.analysis.slice.SliceBlock;

/// Cells as lines with tabs between them, written as they are shown; a cell beyond the end of the
/// file is empty.
final class TsvText implements CopiedCells.RowWriter {

  private final CellFormat format;
  private final StringBuilder text = new StringBuilder();

  TsvText(CellFormat format) {
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
