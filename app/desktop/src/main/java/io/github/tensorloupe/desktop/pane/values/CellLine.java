package io.github.tensorloupe.desktop.pane.values;

import io.github.tensorloupe.analysis.slice.SliceBlock;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;
import io.github.tensorloupe.element.ElementPosition;
import java.util.Optional;

/// What is said of one cell.
///
/// @param index of its element, as `[12, 803]`
/// @param value its shortest exact text; empty text where that has not arrived
/// @param isBeyondEnd whether its bytes are not in the file
record CellLine(String index, String value, boolean isBeyondEnd) {

  static CellLine of(GridPage page, Cell cell) {
    TensorSlice slice = page.slice();
    String index =
        new ElementPosition(slice.data().info(), slice.elementIndex(cell.row(), cell.column()))
            .indexText();
    boolean present = slice.isPresent(cell.row(), cell.column());
    Optional<SliceBlock> block =
        page.text().map(GridText::block).filter(read -> read.contains(cell.row(), cell.column()));
    String value =
        present ? block.map(read -> read.text(cell.row(), cell.column())).orElse("") : "";
    return new CellLine(index, value, !present);
  }

  /// For those who cannot see the grid.
  String spoken() {
    return index + " " + (isBeyondEnd ? GridText.ABSENT : value);
  }
}
