package io.github.tensorloupe.desktop.control.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CountScaleTest {

  @ParameterizedTest
  @EnumSource
  void theHighestBarFillsTheChartAndNoneHasNoHeight(CountScale scale) {
    assertThat(scale.fraction(7, 7)).isEqualTo(1);
    assertThat(scale.fraction(1, 1)).isEqualTo(1);
    assertThat(scale.fraction(0, 7)).isZero();
    assertThat(scale.fraction(Long.MAX_VALUE, Long.MAX_VALUE)).isEqualTo(1);
  }

  @Test
  void halfTheCountIsHalfTheHeight() {
    assertThat(CountScale.LINEAR.fraction(50, 100)).isEqualTo(0.5);
  }

  @Test
  void tenTimesTheCountIsOneStepMore() {
    double one = CountScale.LOG.fraction(1, 1_000_000);
    double ten = CountScale.LOG.fraction(10, 1_000_000);
    double hundred = CountScale.LOG.fraction(100, 1_000_000);

    assertThat(one).isPositive();
    assertThat(hundred - ten).isCloseTo(ten - one, within(1e-12));
  }

  private static List<String> ticks(CountScale scale, double tallest, double unit, int maxTicks) {
    return scale.ticks(tallest, unit, maxTicks).stream().map(AxisTicks::text).toList();
  }

  @Test
  void countsAreMarkedWithWholeRoundNumbers() {
    assertThat(ticks(CountScale.LINEAR, 3480, 1, 4)).containsExactly("0", "1000", "2000", "3000");
    assertThat(ticks(CountScale.LINEAR, 1, 1, 5)).containsExactly("0", "1");
    assertThat(ticks(CountScale.LOG, 3480, 1, 5)).containsExactly("1", "10", "100", "1000");
    assertThat(ticks(CountScale.LOG, 1, 1, 5)).containsExactly("1");
  }

  @Test
  void manyDecadesAreThinnedOut() {
    assertThat(ticks(CountScale.LOG, 5_000_000_000L, 1, 4))
        .containsExactly("1", "1000", "1000000", "1e+09");
  }

  @Test
  void sharesAreMarkedWithRoundPerCents() {
    // A third of 600 values; one percent is 6 values.
    assertThat(ticks(CountScale.LINEAR, 200, 6, 4)).containsExactly("0", "10", "20", "30");
    assertThat(ticks(CountScale.LOG, 200, 6, 4)).containsExactly("1", "10");
  }
}
