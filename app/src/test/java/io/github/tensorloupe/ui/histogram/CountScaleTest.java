package io.github.tensorloupe.ui.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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

  @Test
  void countsAreMarkedWithWholeRoundNumbers() {
    assertThat(CountScale.LINEAR.ticks(3480, 4)).containsExactly(0L, 1000L, 2000L, 3000L);
    assertThat(CountScale.LINEAR.ticks(1, 5)).containsExactly(0L, 1L);
    assertThat(CountScale.LOG.ticks(3480, 5)).containsExactly(1L, 10L, 100L, 1000L);
    assertThat(CountScale.LOG.ticks(1, 5)).containsExactly(1L);
  }

  @Test
  void manyDecadesAreThinnedOut() {
    assertThat(CountScale.LOG.ticks(5_000_000_000L, 4))
        .containsExactly(1L, 1000L, 1_000_000L, 1_000_000_000L);
  }
}
