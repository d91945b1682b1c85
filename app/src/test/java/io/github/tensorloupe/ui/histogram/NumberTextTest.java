package io.github.tensorloupe.ui.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.TensorStatistics;
import io.github.tensorloupe.ui.text.Messages;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

class NumberTextTest {

  private static final Messages MESSAGES = Messages.english();

  @Test
  void integersAreWrittenInFull() {
    assertThat(NumberText.of(Long.MIN_VALUE)).isEqualTo("−9,223,372,036,854,775,808");
    assertThat(NumberText.of(new BigInteger("18446744073709551615")))
        .isEqualTo("18,446,744,073,709,551,615");
  }

  @Test
  void otherNumbersHaveSixDigits() {
    assertThat(NumberText.of(-0.03124567)).isEqualTo("−0.0312457");
  }

  @Test
  void neighboursAreToldApart() {
    assertThat(NumberText.of(1000.0001, 0.001)).isEqualTo("1000.0001");
    assertThat(NumberText.of(1000.0011, 0.001)).isEqualTo("1000.0011");
    assertThat(NumberText.of(1000.0011, 5000)).isEqualTo("1000");
    assertThat(NumberText.of(0.1, 0)).isEqualTo("0.1");
  }

  @Test
  void approximateNumbersHaveNoDigitsThatMeanNothing() {
    assertThat(NumberText.approximate(0.046512)).isEqualTo("0.0465");
    assertThat(NumberText.approximate(new BigInteger("18428729675200069632")))
        .isEqualTo("1.84e+19");
  }

  @Test
  void inexactQuantilesAreMarked() {
    TensorStatistics.Finite exact =
        StatisticsSamples.spread(-1.0, 1.0, 6400, 0, 0).finite().orElseThrow();
    TensorStatistics.Finite inexact =
        new TensorStatistics.Finite(
            exact.count(),
            exact.min(),
            exact.max(),
            exact.mean(),
            exact.standardDeviation(),
            exact.quantiles(),
            false,
            exact.histogram());

    assertThat(KeyFigures.of(exact, MESSAGES).get(6))
        .isEqualTo(new Figure("histogram-p99", "p99", "1"));
    assertThat(KeyFigures.of(inexact, MESSAGES).get(6).value()).isEqualTo("≈ 1");
    assertThat(KeyFigures.of(inexact, MESSAGES))
        .extracting(Figure::label)
        .isEqualTo(List.of("min", "max", "mean", "std", "median", "p1", "p99"));
  }

  @Test
  void aBinOfFloatsHasItsEdges() {
    TensorStatistics.Finite finite =
        StatisticsSamples.spread(-1.0, 1.0, 6400, 0, 0).finite().orElseThrow();

    assertThat(BinText.of(finite.histogram(), 0, 6400, MESSAGES))
        .isEqualTo("−1 … −0.96875\n100 values (1.6 %)");
  }

  @Test
  void aBinOfIntegersHasTheIntegersInIt() {
    TensorStatistics.Finite bytes =
        StatisticsSamples.spread(0L, 255L, 256, 0, 0).finite().orElseThrow();

    assertThat(BinText.of(bytes.histogram(), 0, 256, MESSAGES)).startsWith("0 … 3\n");
    assertThat(BinText.of(bytes.histogram(), 63, 256, MESSAGES)).startsWith("252 … 255\n");
  }

  @Test
  void aBinOfOneIntegerOrNoneIsNamedToo() {
    TensorStatistics.Finite bits =
        StatisticsSamples.spread(0L, 1L, 64, 0, 0).finite().orElseThrow();

    assertThat(BinText.of(bits.histogram(), 0, 64, MESSAGES)).isEqualTo("0\n1 value (1.6 %)");
    assertThat(BinText.of(bits.histogram(), 1, 64, MESSAGES)).startsWith("0.015625 … 0.03125\n");
    assertThat(BinText.of(bits.histogram(), 63, 64, MESSAGES)).startsWith("1\n");
  }
}
