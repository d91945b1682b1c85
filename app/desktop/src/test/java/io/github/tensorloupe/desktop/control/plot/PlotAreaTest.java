package io.github.tensorloupe.desktop.control.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tensorloupe.analysis.distribution.Bins;
import org.junit.jupiter.api.Test;

class PlotAreaTest {

  private static PlotArea area(double width, double min, double max, int binCount) {
    return area(width, ValueScale.LINEAR, Bins.linear(min, max, binCount));
  }

  private static PlotArea area(double width, ValueScale scale, Bins bins) {
    return new PlotArea(40, 20, width, 100, 1, new ChartAxis(scale, bins, 0, false));
  }

  @Test
  void valuesAreMappedBetweenTheEdges() {
    PlotArea area = area(200, -1, 1, 64);

    assertThat(area.x(-1)).isEqualTo(40);
    assertThat(area.x(0)).isEqualTo(140);
    assertThat(area.x(1)).isEqualTo(240);
    assertThat(area.x(7)).isEqualTo(240);
  }

  @Test
  void theWholeRangeOfDoublesFitsIn() {
    assertThat(area(200, -Double.MAX_VALUE, Double.MAX_VALUE, 64).x(0)).isEqualTo(140);
  }

  @Test
  void onALogarithmicAxisTenTimesAsMuchIsOneStepFurther() {
    PlotArea area = area(300, ValueScale.LOG, ScaledBins.logarithmic(1, 1000, 16));

    assertThat(area.x(10)).isCloseTo(140, within(1.0));
    assertThat(area.x(100)).isCloseTo(240, within(1.0));
  }

  @Test
  void onASymmetricLogarithmicAxisZeroIsInTheMiddle() {
    PlotArea area =
        area(200, ValueScale.SYMMETRIC_LOG, ScaledBins.symmetricLogarithmic(-8, 8, 0.01, 63));

    assertThat(area.x(0)).isEqualTo(140);
    assertThat(area.x(1) - 140).isEqualTo(140 - area.x(-1));
  }

  @Test
  void columnsFillTheAreaAndFallOnPixels() {
    PlotArea area = area(431, 0, 1, 64);

    assertThat(area.columnLeft(0)).isEqualTo(40);
    assertThat(area.columnLeft(64)).isEqualTo(471);
    for (int bin = 0; bin < 64; bin++) {
      assertThat(area.columnLeft(bin)).isEqualTo(Math.rint(area.columnLeft(bin)));
      assertThat(area.binAt(area.columnLeft(bin))).hasValue(bin);
      assertThat(area.binAt(area.columnLeft(bin + 1) - 0.5)).hasValue(bin);
    }
  }

  @Test
  void barsKeepAPixelApartOnlyWhereThereIsRoom() {
    assertThat(area(640, 0, 1, 64).barWidth(0)).isEqualTo(9);
    assertThat(area(128, 0, 1, 64).barWidth(0)).isEqualTo(2);
    assertThat(area(32, 0, 1, 64).barWidth(0)).isEqualTo(1);
  }

  @Test
  void oneAmongMillionsIsVisible() {
    PlotArea area = area(640, 0, 1, 64);

    assertThat(area.barHeight(1, 10_000_000, CountScale.LINEAR)).isEqualTo(1);
    assertThat(area.barHeight(0, 10_000_000, CountScale.LINEAR)).isZero();
    assertThat(area.barHeight(10_000_000, 10_000_000, CountScale.LINEAR)).isEqualTo(100);
  }

  @Test
  void onAFineScreenPositionsFallOnItsPixels() {
    PlotArea area =
        new PlotArea(
            40,
            20,
            99.5,
            100,
            0.5,
            new ChartAxis(ValueScale.LINEAR, Bins.linear(0, 1, 64), 0, false));

    assertThat(area.columnLeft(1) * 2).isEqualTo(Math.rint(area.columnLeft(1) * 2));
    assertThat(area.barHeight(1, 10_000_000, CountScale.LINEAR)).isEqualTo(0.5);
  }

  @Test
  void pointsOutsideTheColumnsHaveOnlyANearestBin() {
    assertThat(area(640, 0, 1, 64).binAt(39)).isEmpty();
    assertThat(area(640, 0, 1, 64).binAt(680)).isEmpty();
    assertThat(area(640, 0, 1, 64).nearestBin(-100)).isZero();
    assertThat(area(640, 0, 1, 64).nearestBin(9999)).isEqualTo(63);
  }
}
