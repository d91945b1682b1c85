package io.github.tensorloupe.ui.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlotAreaTest {

  private static PlotArea area(double width, double min, double max, int binCount) {
    return new PlotArea(40, 20, width, 100, 1, min, max, binCount);
  }

  @Test
  void valuesStandBetweenTheEdges() {
    PlotArea area = area(200, -1, 1, 64);

    assertThat(area.x(-1)).isEqualTo(40);
    assertThat(area.x(0)).isEqualTo(140);
    assertThat(area.x(1)).isEqualTo(240);
  }

  @Test
  void theWholeRangeOfDoublesFitsIn() {
    assertThat(area(200, -Double.MAX_VALUE, Double.MAX_VALUE, 64).x(0)).isEqualTo(140);
  }

  @Test
  void aLoneValueStandsInTheMiddle() {
    PlotArea area = area(200, 5, 5, 1);

    assertThat(area.x(5)).isEqualTo(140);
    assertThat(area.columnLeft(0)).isLessThan(140);
    assertThat(area.columnLeft(1)).isGreaterThan(140);
  }

  @Test
  void columnsFillTheAreaAndFallOnPixels() {
    PlotArea area = area(431, 0, 1, 64);

    assertThat(area.columnLeft(0)).isEqualTo(40);
    assertThat(area.columnLeft(64)).isEqualTo(471);
    for (int bin = 0; bin < 64; bin++) {
      assertThat(area.columnLeft(bin)).isEqualTo(Math.rint(area.columnLeft(bin)));
      assertThat(area.binAt(area.columnLeft(bin))).hasValue(bin);
    }
  }

  @Test
  void barsKeepAPixelApartOnlyWhereThereIsRoom() {
    assertThat(area(640, 0, 1, 64).barWidth(0)).isEqualTo(9);
    assertThat(area(128, 0, 1, 64).barWidth(0)).isEqualTo(2);
    assertThat(area(32, 0, 1, 64).barWidth(0)).isEqualTo(1);
  }

  @Test
  void oneAmongMillionsCanBeSeen() {
    PlotArea area = area(640, 0, 1, 64);

    assertThat(area.barHeight(1, 10_000_000, CountScale.LINEAR)).isEqualTo(1);
    assertThat(area.barHeight(0, 10_000_000, CountScale.LINEAR)).isZero();
    assertThat(area.barHeight(10_000_000, 10_000_000, CountScale.LINEAR)).isEqualTo(100);
  }

  @Test
  void onAFineScreenPositionsFallOnItsPixels() {
    PlotArea area = new PlotArea(40, 20, 99.5, 100, 0.5, 0, 1, 64);

    assertThat(area.columnLeft(1) * 2).isEqualTo(Math.rint(area.columnLeft(1) * 2));
    assertThat(area.barHeight(1, 10_000_000, CountScale.LINEAR)).isEqualTo(0.5);
  }

  @Test
  void besidesTheColumnsThereIsNoBin() {
    assertThat(area(640, 0, 1, 64).binAt(39)).isEmpty();
    assertThat(area(640, 0, 1, 64).binAt(680)).isEmpty();
    assertThat(area(640, 3, 3, 1).binAt(100)).isEmpty();
  }
}
