package io.github.tensorloupe.desktop.pane.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.desktop.control.plot.ChartAxis;
import io.github.tensorloupe.desktop.control.plot.ChartAxis.Extent;
import io.github.tensorloupe.desktop.control.plot.ChartAxis.ValueRange;
import io.github.tensorloupe.desktop.control.plot.PlotArea;
import io.github.tensorloupe.desktop.control.plot.ValueScale;
import io.github.tensorloupe.desktop.pane.histogram.ChartParts.Quantile;
import io.github.tensorloupe.testing.DistributionSamples;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChartPartsTest {

  /// Returns a distribution of enough values that quantiles are only known to within 1/256.
  private static Distribution many() {
    float[] values = new float[40_000];
    for (int i = 0; i < values.length; i++) {
      values[i] = i / 1000f;
    }
    return DistributionSamples.floats(values);
  }

  private static List<String> distinctQuantiles(
      Distribution distribution, Optional<ValueRange> shown) {
    ChartAxis axis = ChartAxis.of(Extent.of(distribution), ValueScale.LINEAR, shown, 64);
    PlotArea area = new PlotArea(0, 0, 640, 100, 1, axis);
    return Quantile.preciseQuantiles(area, distribution).stream().map(Quantile::key).toList();
  }

  @Test
  void quantilesAreMarkedTheMedianFirst() {
    assertThat(distinctQuantiles(DistributionSamples.floats(1, 2, 3, 4), Optional.empty()))
        .containsExactly("median", "p1", "p99");
    assertThat(distinctQuantiles(many(), Optional.empty())).containsExactly("median", "p1", "p99");
  }

  @Test
  void quantileOutsideOfWhatIsShownIsNotMarked() {
    assertThat(distinctQuantiles(many(), Optional.of(new ValueRange(10, 30))))
        .containsExactly("median");
  }

  @Test
  void quantileThatMayBeAnywhereOnAShortAxisIsNotMarked() {
    assertThat(distinctQuantiles(many(), Optional.of(new ValueRange(19.9, 20.1)))).isEmpty();
  }

  @Test
  void whereAllValuesAreEqualThereIsNothingToMark() {
    assertThat(distinctQuantiles(DistributionSamples.floats(3, 3, 3), Optional.empty())).isEmpty();
  }
}
