package io.github.tensorloupe.desktop.pane.values;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;
import org.junit.jupiter.api.Test;

class CellRangeTest {

  @Test
  void coversTheBlockBetweenItsCornersWhicheverIsWhere() {
    CellRange range = new CellRange(new Cell(5, 3), new Cell(2, 9));

    assertThat(range.rowCount()).isEqualTo(4);
    assertThat(range.columnCount()).isEqualTo(7);
    assertThat(range.contains(2, 3)).isTrue();
    assertThat(range.contains(5, 9)).isTrue();
    assertThat(range.contains(1, 3)).isFalse();
    assertThat(range.contains(6, 3)).isFalse();
    assertThat(range.contains(2, 2)).isFalse();
    assertThat(range.contains(2, 10)).isFalse();
    assertThat(range.isSingle()).isFalse();
  }
}
