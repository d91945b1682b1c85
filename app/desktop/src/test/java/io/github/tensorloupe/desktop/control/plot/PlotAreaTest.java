package io.github.tensorloupe.desktop.control.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlotAreaTest {

  private static PlotArea area(double width, int columns) {
    return new PlotArea(40, 20, width, 100, 1, columns);
  }

  @Test
  void columnsFillTheAreaAndFallOnPixels() {
    PlotArea area = area(431, 64);

    assertThat(area.columnLeft(0)).isEqualTo(40);
    assertThat(area.columnLeft(64)).isEqualTo(471);
    for (int column = 0; column < 64; column++) {
      assertThat(area.columnLeft(column)).isEqualTo(Math.rint(area.columnLeft(column)));
      assertThat(area.columnAt(area.columnLeft(column))).hasValue(column);
      assertThat(area.columnAt(area.columnLeft(column + 1) - 0.5)).hasValue(column);
    }
  }

  @Test
  void barsKeepAPixelApartOnlyWhereThereIsRoom() {
    assertThat(area(640, 64).barWidth(0)).isEqualTo(9);
    assertThat(area(128, 64).barWidth(0)).isEqualTo(2);
    assertThat(area(32, 64).barWidth(0)).isEqualTo(1);
  }

  @Test
  void oneAmongMillionsIsVisible() {
    PlotArea area = area(640, 64);

    assertThat(area.barHeight(1e-7)).isEqualTo(1);
    assertThat(area.barHeight(0)).isZero();
    assertThat(area.barHeight(1)).isEqualTo(100);
  }

  @Test
  void columnsAreAlignedToThePixelsOfAFineScreen() {
    PlotArea area = new PlotArea(40, 20, 99.5, 100, 0.5, 64);

    assertThat(area.columnLeft(1) * 2).isEqualTo(Math.rint(area.columnLeft(1) * 2));
    assertThat(area.barHeight(1e-7)).isEqualTo(0.5);
  }

  @Test
  void pointsOutsideTheColumnsHaveOnlyANearestBin() {
    assertThat(area(640, 64).columnAt(39)).isEmpty();
    assertThat(area(640, 64).columnAt(680)).isEmpty();
    assertThat(area(640, 64).nearestColumn(-100)).isZero();
    assertThat(area(640, 64).nearestColumn(9999)).isEqualTo(63);
  }
}
