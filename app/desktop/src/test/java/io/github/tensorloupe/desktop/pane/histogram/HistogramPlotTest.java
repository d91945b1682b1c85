package io.github.tensorloupe.desktop.pane.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.desktop.control.canvas.CanvasPalette;
import io.github.tensorloupe.desktop.control.canvas.ColoredRegion;
import io.github.tensorloupe.desktop.control.plot.BinSelection;
import io.github.tensorloupe.desktop.control.plot.ChartAxis;
import io.github.tensorloupe.desktop.control.plot.ChartAxis.Extent;
import io.github.tensorloupe.desktop.control.plot.ChartAxis.ValueRange;
import io.github.tensorloupe.desktop.control.plot.ChartData;
import io.github.tensorloupe.desktop.control.plot.ChartData.Outline;
import io.github.tensorloupe.desktop.control.plot.CountScale;
import io.github.tensorloupe.desktop.control.plot.Plot;
import io.github.tensorloupe.desktop.control.plot.ValueScale;
import io.github.tensorloupe.desktop.pane.histogram.HistogramPlot.Quantile;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.SvgPicture;
import io.github.tensorloupe.testing.DistributionSamples;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HistogramPlotTest {

  /// Returns a distribution of enough values that quantiles are only known to within 1/256.
  private static Distribution many() {
    float[] values = new float[40_000];
    for (int i = 0; i < values.length; i++) {
      values[i] = i / 1000f;
    }
    return DistributionSamples.floats(values);
  }

  private static ChartAxis axis(Distribution distribution, Optional<ValueRange> shown) {
    return ChartAxis.of(Extent.of(distribution), ValueScale.LINEAR, shown, 64);
  }

  private static List<String> quantiles(Distribution distribution, Optional<ValueRange> shown) {
    return Quantile.preciseQuantiles(axis(distribution, shown), distribution).stream()
        .map(Quantile::key)
        .toList();
  }

  private static String svg(Distribution distribution, Distribution... pinned) {
    ChartAxis axis = axis(distribution, Optional.empty());
    List<Outline> outlines =
        List.of(pinned).stream()
            .map(other -> Outline.of(Outline.Kind.PIN, 1, "pinned", other, axis))
            .toList();
    ChartData data =
        new ChartData(distribution, axis, distribution.histogram(axis.bins()), outlines);
    ColoredRegion colors =
        new ColoredRegion(
            CanvasPalette.of(
                "-tl-test-",
                List.of(Plot.Ink.values()),
                List.of(HistogramPlot.Ink.values()),
                HistogramPlot.SERIES)) {};
    SvgPicture picture = new SvgPicture(600, 300, "test");
    HistogramPlot plot =
        new HistogramPlot(
            new Plot.AsSvg(picture, colors), data, CountScale.LINEAR, Messages.english());
    plot.paint(plot.areaIn(0, 0, 600, 300), BinSelection.NONE);
    return picture.toString();
  }

  @Test
  void axesAreLabeledWithValuesAndCounts() {
    assertThat(svg(DistributionSamples.floats(-1, -1, -1, 0, 3)))
        .contains(">−1<", ">0<", ">1<", ">2<", ">3<", ">median<")
        .doesNotContain("%");
  }

  @Test
  void comparedDistributionIsADashedLineAndCountsAreShares() {
    String svg = svg(DistributionSamples.floats(0, 1), DistributionSamples.floats(0, 0, 1));

    assertThat(svg).contains(">50 %<").containsOnlyOnce("<path ").contains("dasharray=\"6 3\"");
  }

  @Test
  void zeroIsMarkedBetweenNegativeAndPositiveValues() {
    int negative = svg(DistributionSamples.floats(-5, -4, -2)).split("<rect").length;
    int both = svg(DistributionSamples.floats(-3, -2, 0)).split("<rect").length;
    int around = svg(DistributionSamples.floats(-2, -1, 1)).split("<rect").length;

    assertThat(both).isEqualTo(negative);
    assertThat(around).isEqualTo(negative + 1);
  }

  @Test
  void quantilesAreMarkedTheMedianFirst() {
    assertThat(quantiles(DistributionSamples.floats(1, 2, 3, 4), Optional.empty()))
        .containsExactly("median", "p1", "p99");
    assertThat(quantiles(many(), Optional.empty())).containsExactly("median", "p1", "p99");
  }

  @Test
  void quantileOutsideTheAxisIsNotMarked() {
    assertThat(quantiles(many(), Optional.of(new ValueRange(10, 30)))).containsExactly("median");
  }

  @Test
  void impreciseQuantileIsNotMarkedOnAShortAxis() {
    assertThat(quantiles(many(), Optional.of(new ValueRange(19.9, 20.1)))).isEmpty();
  }

  @Test
  void equalValuesHaveNoMarks() {
    assertThat(quantiles(DistributionSamples.floats(3, 3, 3), Optional.empty())).isEmpty();
  }
}
