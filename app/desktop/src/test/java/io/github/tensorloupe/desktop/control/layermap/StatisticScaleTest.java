package io.github.tensorloupe.desktop.control.layermap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tensorloupe.desktop.control.layermap.StatisticScale.Spread;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StatisticScaleTest {

  private static StatisticScale scale(Spread spread, double... values) {
    return StatisticScale.of(spread, values);
  }

  @Test
  void factorsAreAsFarApartAsEachOtherOnALogarithmicScale() {
    StatisticScale scale =
        scale(Spread.LOGARITHMIC, 0, 1, 100, Double.NaN, Double.POSITIVE_INFINITY);

    assertThat(scale.position(1)).isEqualTo(0);
    assertThat(scale.position(10)).isCloseTo(0.5, within(1e-12));
    assertThat(scale.position(100)).isEqualTo(1);
  }

  @Test
  void zeroIsAtTheBeginningOfALinearScale() {
    StatisticScale scale = scale(Spread.LINEAR, 0.2, 0.8);

    assertThat(scale.position(0)).isEqualTo(0);
    assertThat(scale.position(0.4)).isCloseTo(0.5, within(1e-12));
  }

  @Test
  void zeroIsInTheMiddleOfASignedScale() {
    StatisticScale scale = scale(Spread.SIGNED, -1, 4);

    assertThat(scale.position(0)).isEqualTo(0.5);
    assertThat(scale.position(4)).isEqualTo(1);
    assertThat(scale.position(-4)).isEqualTo(0);
    assertThat(scale(Spread.SIGNED, -4, 1).position(-2)).isGreaterThan(0);
    assertThat(scale.position(-1) + scale.position(1)).isCloseTo(1, within(1e-12));
  }

  @Test
  void fewValuesFarAwayDoNotStretchARobustScale() {
    double[] values = {1, 1.1, 1.2, 1.3, 1.4, 1.5, 1000, 1e-4};

    StatisticScale scale = StatisticScale.robust(Spread.LOGARITHMIC, values);

    assertThat(scale.low()).isBetween(0.4, 1.0);
    assertThat(scale.high()).isBetween(1.5, 3.0);
    assertThat(scale.position(1000)).isEqualTo(1);
    assertThat(scale.position(1e-4)).isEqualTo(0);
    assertThat(StatisticScale.robust(Spread.SIGNED, values).high()).isBetween(1.5, 3.0);
    assertThat(StatisticScale.robust(Spread.LINEAR, values).high()).isBetween(1.5, 3.0);
  }

  @Test
  void similarValuesHaveSimilarPositionsOnALogarithmicScale() {
    StatisticScale scale = scale(Spread.LOGARITHMIC, 0.997e-3, 1.001e-3);
    assertThat(scale.position(0.997e-3)).isBetween(0.45, 0.5);
    assertThat(scale.position(1.001e-3)).isBetween(0.5, 0.55);
    assertThat(scale.high() / scale.low()).isCloseTo(1.1, within(1e-9));
  }

  @Test
  void similarValuesHaveSimilarPositionsOnARobustScale() {
    StatisticScale scale = StatisticScale.robust(Spread.LOGARITHMIC, new double[] {1, 1.001, 0});
    assertThat(scale.position(1.001) - scale.position(1)).isBetween(0.005, 0.02);
    assertThat(scale.position(1)).isBetween(0.4, 0.6);

    StatisticScale sparsity = StatisticScale.robust(Spread.LINEAR, new double[] {0, 0, 1e-5});
    assertThat(sparsity.position(1e-5)).isLessThan(0.01);
    assertThat(StatisticScale.robust(Spread.LINEAR, new double[] {0, 0}).position(0)).isZero();
  }

  @Test
  void robustScaleOfValuesThatGrowSteadilyHasAllOfThem() {
    StatisticScale scale = StatisticScale.robust(Spread.LOGARITHMIC, new double[] {1, 2, 4, 8, 16});

    assertThat(scale.low()).isCloseTo(1, within(1e-9));
    assertThat(scale.high()).isCloseTo(16, within(1e-9));
  }

  @ParameterizedTest
  @EnumSource
  void largerValuesAreNeverFurtherDown(Spread spread) {
    Random random = new Random(2);
    for (int run = 0; run < 100; run++) {
      double[] values =
          random
              .doubles(20)
              .map(value -> (spread == Spread.SIGNED ? value - 0.5 : value) * 1e-3)
              .sorted()
              .toArray();
      StatisticScale scale = StatisticScale.of(spread, values);
      StatisticScale robust = StatisticScale.robust(spread, values);
      for (int i = 1; i < values.length; i++) {
        assertThat(scale.position(values[i])).isBetween(scale.position(values[i - 1]), 1.0);
        assertThat(scale.position(values[i - 1])).isBetween(0.0, 1.0);
        assertThat(robust.position(values[i])).isBetween(robust.position(values[i - 1]), 1.0);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void scaleOfOneValueOrNoneHasItInTheMiddle(Spread spread) {
    assertThat(scale(spread).position(3)).isEqualTo(0.5);
    assertThat(scale(spread, 0).position(0)).isEqualTo(0.5);
    assertThat(scale(spread, Double.NaN).isPoint()).isTrue();
  }
}
