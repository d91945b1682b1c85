package io.github.tensorloupe.desktop.control.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.distribution.Bins;
import java.util.List;
import org.junit.jupiter.api.Test;

class ValueTicksTest {

  private static List<String> ticks(ValueScale scale, Bins bins, double threshold, int maxTicks) {
    return AxisTicks.of(new ChartAxis(scale, bins, threshold, false), maxTicks).stream()
        .map(AxisTicks::text)
        .toList();
  }

  @Test
  void aLogarithmicAxisHasPowersOfTen() {
    assertThat(ticks(ValueScale.LOG, ScaledBins.logarithmic(0.02, 1000, 8), 0, 8))
        .containsExactly("0.1", "1", "10", "100", "1000");
  }

  @Test
  void manyPowersOfTenAreThinnedOut() {
    assertThat(ticks(ValueScale.LOG, ScaledBins.logarithmic(1e-40, 1, 8), 0, 5).size())
        .isBetween(3, 6);
  }

  @Test
  void aShortLogarithmicAxisHasRoundNumbers() {
    assertThat(ticks(ValueScale.LOG, ScaledBins.logarithmic(2, 6, 8), 0, 5))
        .containsExactly("2", "3", "4", "5", "6");
  }

  @Test
  void aSymmetricAxisHasPowersOnBothSidesAndZero() {
    assertThat(
            ticks(
                ValueScale.SYMMETRIC_LOG,
                ScaledBins.symmetricLogarithmic(-10, 100, 0.1, 9),
                0.1,
                12))
        .containsExactly("−10", "−1", "−0.1", "0", "0.1", "1", "10", "100");
  }
}
