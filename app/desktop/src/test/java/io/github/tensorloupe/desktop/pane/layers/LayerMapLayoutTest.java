package io.github.tensorloupe.desktop.pane.layers;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.layers.LayerPlace;
import org.junit.jupiter.api.Test;

class LayerMapLayoutTest {

  private static LayerMapLayout layout(int rows, int columns) {
    return new LayerMapLayout(rows, columns, 30, 50, 300, 240, 0, 0);
  }

  @Test
  void placesFillThePaneWithinLimits() {
    assertThat(layout(12, 10).cellWidth()).isEqualTo(30);
    assertThat(layout(12, 10).cellHeight()).isEqualTo(20);
    assertThat(layout(1, 1).cellWidth()).isEqualTo(80);
    assertThat(layout(200, 60).cellWidth()).isEqualTo(LayerMapLayout.MIN_CELL_WIDTH);
    assertThat(layout(200, 60).cellHeight()).isEqualTo(LayerMapLayout.MIN_CELL_HEIGHT);
  }

  @Test
  void onlyWhatDoesNotFitIsScrolled() {
    assertThat(layout(12, 10).maxScrollX()).isEqualTo(0);
    assertThat(layout(200, 60).maxScrollX()).isEqualTo(60 * 15 - 300);
    assertThat(layout(200, 60).scrolled(-5, 1e9).scrollX()).isEqualTo(0);
    assertThat(layout(200, 60).scrolled(-5, 1e9).scrollY()).isEqualTo(200 * 8 - 240);
  }

  @Test
  void pointInsideAPlaceIsThatPlace() {
    LayerMapLayout layout = layout(200, 60).scrolled(100, 1000);
    for (int row = layout.firstRow() + 1; row < layout.endRow() - 1; row++) {
      for (int column = layout.firstColumn() + 1; column < layout.endColumn() - 1; column++) {
        assertThat(layout.at(layout.columnLeft(column), layout.rowTop(row)))
            .contains(new LayerPlace(row, column));
      }
    }
    assertThat(layout.at(29, 60)).isEmpty();
    assertThat(layout.at(40, 49)).isEmpty();
    assertThat(layout(2, 2).at(30 + 2 * 80, 60)).isEmpty();
  }

  @Test
  void placeIsShownAsAWholeWithLittleScrolling() {
    LayerMapLayout layout = layout(200, 60).scrolled(100, 1000);

    LayerMapLayout below = layout.showing(new LayerPlace(170, 30));
    assertThat(below.rowTop(170) + below.cellHeight()).isEqualTo(50 + 240);
    LayerMapLayout above = layout.showing(new LayerPlace(3, 0));
    assertThat(above.rowTop(3)).isEqualTo(50);
    assertThat(above.columnLeft(0)).isEqualTo(30);
    assertThat(layout.showing(new LayerPlace(130, 10))).isEqualTo(layout);
  }
}
