package io.github.tensorloupe.desktop.pane.layers;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.layers.LayerPlace;
import io.github.tensorloupe.desktop.pane.layers.LayerMapLayout.Line;
import org.junit.jupiter.api.Test;

class LayerMapLayoutTest {

  private static LayerMapLayout layout(int rows, int columns) {
    return scrolled(rows, columns, 0, 0);
  }

  private static LayerMapLayout scrolled(int rows, int columns, double x, double y) {
    return new LayerMapLayout(Line.ofColumns(columns, 30, 300, x), Line.ofRows(rows, 50, 240, y));
  }

  @Test
  void placesFillThePaneWithinLimits() {
    assertThat(layout(12, 10).columns().cell()).isEqualTo(30);
    assertThat(layout(12, 10).rows().cell()).isEqualTo(20);
    assertThat(layout(1, 1).columns().cell()).isEqualTo(80);
    assertThat(layout(200, 60).columns().cell()).isEqualTo(Line.MIN_WIDTH);
    assertThat(layout(200, 60).rows().cell()).isEqualTo(Line.MIN_HEIGHT);
  }

  @Test
  void onlyWhatDoesNotFitIsScrolled() {
    assertThat(layout(12, 10).columns().maxScroll()).isEqualTo(0);
    assertThat(layout(200, 60).columns().maxScroll()).isEqualTo(60 * 15 - 300);
    assertThat(layout(200, 60).columns().scrolled(-5).scroll()).isEqualTo(0);
    assertThat(layout(200, 60).rows().scrolled(1e9).scroll()).isEqualTo(200 * 8 - 240);
  }

  @Test
  void pointInsideAPlaceIsThatPlace() {
    LayerMapLayout layout = scrolled(200, 60, 100, 1000);
    Line columns = layout.columns();
    for (int row = layout.rows().first() + 1; row < layout.rows().end() - 1; row++) {
      for (int column = columns.first() + 1; column < columns.end() - 1; column++) {
        assertThat(layout.at(columns.at(column), layout.rows().at(row)))
            .contains(new LayerPlace(row, column));
      }
    }
    assertThat(layout.at(29, 60)).isEmpty();
    assertThat(layout.at(40, 49)).isEmpty();
    assertThat(layout(2, 2).at(30 + 2 * 80, 60)).isEmpty();
  }

  @Test
  void placeIsShownAsAWholeWithLittleScrolling() {
    LayerMapLayout layout = scrolled(200, 60, 100, 1000);

    Line below = layout.showing(new LayerPlace(170, 30)).rows();
    assertThat(below.at(170) + below.cell()).isEqualTo(50 + 240);
    LayerMapLayout above = layout.showing(new LayerPlace(3, 0));
    assertThat(above.rows().at(3)).isEqualTo(50);
    assertThat(above.columns().at(0)).isEqualTo(30);
    assertThat(layout.showing(new LayerPlace(130, 10))).isEqualTo(layout);
  }
}
