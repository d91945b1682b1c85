package io.github.tensorloupe.desktop.pane.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.desktop.control.plot.BinSelection;
import io.github.tensorloupe.desktop.control.plot.ChartAxis;
import io.github.tensorloupe.desktop.control.plot.ChartAxis.Extent;
import io.github.tensorloupe.desktop.control.plot.ChartData;
import io.github.tensorloupe.desktop.control.plot.ChartData.Outline;
import io.github.tensorloupe.desktop.control.plot.ValueScale;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.testing.DistributionSamples;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BinTextTest {

  private static String text(Distribution distribution, int bins, BinSelection marked) {
    return text(distribution, List.of(), bins, marked);
  }

  private static String text(
      Distribution distribution, List<Distribution> pinned, int bins, BinSelection marked) {
    ChartAxis axis =
        ChartAxis.of(Extent.of(distribution), ValueScale.LINEAR, Optional.empty(), bins);
    List<Outline> outlines =
        pinned.stream().map(each -> Outline.of(Outline.Kind.PIN, 0, "kept", each, axis)).toList();
    ChartData data =
        new ChartData(distribution, axis, distribution.histogram(axis.bins()), outlines);
    return new BinText(data, Messages.english()).of(marked);
  }

  @Test
  void aBinOfFloatsHasItsEdgesItsCountAndWhatLiesBelowItsEnd() {
    Distribution values = DistributionSamples.floats(-1, -0.9f, 0, 1);

    assertThat(text(values, 8, BinSelection.of(0)))
        .isEqualTo("−1 … −0.75\n2 values (50.0 %)\n50.0 % up to here");
    assertThat(text(values, 8, BinSelection.of(4)))
        .isEqualTo("0 … 0.25\n1 value (25.0 %)\n75.0 % up to here");
  }

  @Test
  void severalBinsAreDescribedTogether() {
    assertThat(text(DistributionSamples.floats(-1, 0, 1), 8, BinSelection.of(1).to(7)))
        .isEqualTo("−0.75 … 1\n2 values (66.7 %)\n100 % up to here");
  }

  @Test
  void aBinOfIntegersHasTheIntegersInIt() {
    Distribution bytes = DistributionSamples.bytes(-128, 127);

    assertThat(text(bytes, 64, BinSelection.of(0))).startsWith("−128 … −125\n");
    assertThat(text(bytes, 64, BinSelection.of(63))).startsWith("124 … 127\n");
    assertThat(text(bytes, 512, BinSelection.of(128))).startsWith("0\n1 value (0.4 %)");
  }

  @Test
  void aSingleValueIsNamedAndNotItsBin() {
    float[] equal = new float[7];
    Arrays.fill(equal, 0.3f);

    assertThat(text(DistributionSamples.floats(equal), 64, BinSelection.of(15)))
        .startsWith("0.3\n7 values (100 %)");
  }

  @Test
  void whatIsComparedHasItsShare() {
    assertThat(
            text(
                DistributionSamples.floats(0, 1),
                List.of(DistributionSamples.floats(0, 0, 0, 1)),
                2,
                BinSelection.of(0)))
        .endsWith("\nkept: 75.0 %");
  }
}
