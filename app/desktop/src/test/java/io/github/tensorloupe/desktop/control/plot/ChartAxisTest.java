package io.github.tensorloupe.desktop.control.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.github.tensorloupe.analysis.distribution.Bins;
import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.Histogram;
import io.github.tensorloupe.desktop.control.plot.ChartAxis.Extent;
import io.github.tensorloupe.desktop.control.plot.ChartAxis.ValueRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.DistributionSamples;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ChartAxisTest {

  private static ChartAxis axis(Distribution distribution, ValueScale scale, int bins) {
    return ChartAxis.of(Extent.of(distribution), scale, Optional.empty(), bins);
  }

  private static Histogram histogram(Distribution distribution, ValueScale scale, int bins) {
    return distribution.histogram(axis(distribution, scale, bins).bins());
  }

  @Test
  void linearAxisSpansAllValues() {
    ChartAxis axis = axis(DistributionSamples.floats(-2, 0.5f, 6), ValueScale.LINEAR, 16);

    assertThat(axis.low()).isEqualTo(-2);
    assertThat(axis.high()).isEqualTo(6);
    assertThat(axis.bins().count()).isEqualTo(16);
  }

  @Test
  void binsOfIntegersHoldEquallyMany() {
    assertThat(histogram(DistributionSamples.bytes(-128, 127), ValueScale.LINEAR, 64).counts())
        .hasSize(64)
        .containsOnly(4);
  }

  @Test
  void binsOfIntegersAreNoNarrowerThanOne() {
    byte[] bools = {0, 1, 1, 0, 1};
    Distribution distribution = DistributionSamples.tensor(Dtype.BOOL, bools, 5);

    assertThat(histogram(distribution, ValueScale.LINEAR, 512).counts()).containsExactly(2, 3);
  }

  @ParameterizedTest
  @EnumSource(ValueScale.class)
  void integersBeyondDoublesLieInsideTheAxis(ValueScale scale) {
    byte[] bytes = new byte[16];
    Arrays.fill(bytes, 0, 8, (byte) 0xFF);
    bytes[7] = 0x7F;
    bytes[8] = 5;
    Histogram histogram = histogram(DistributionSamples.tensor(Dtype.I64, bytes, 2), scale, 64);

    assertThat(Arrays.stream(histogram.counts()).sum()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(ValueScale.class)
  void aSingleValueHasOneBar(ValueScale scale) {
    for (float value : new float[] {0, 3, -3, Float.MAX_VALUE, -Float.MAX_VALUE, 1e-45f}) {
      assertThat(histogram(DistributionSamples.floats(value, value), scale, 64).counts())
          .as("bins of %s", value)
          .containsOnlyOnce(2);
    }
  }

  @Test
  void valuesThatAreNextToEachOtherGetNoMoreBinsThanThereAreNumbers() {
    Distribution distribution = DistributionSamples.floats(1, Math.nextUp(1f));
    ChartAxis narrow =
        ChartAxis.of(
            Extent.of(distribution),
            ValueScale.LINEAR,
            Optional.of(new ValueRange(1, 1 + 4 * Math.ulp(1.0))),
            64);

    assertThat(narrow.bins().count()).isEqualTo(4);
  }

  @Test
  void aLogarithmicAxisBeginsAtTheSmallestPositiveValue() {
    Distribution distribution = DistributionSamples.floats(-5, 0, 0, 0.25f, 8, 100);
    ChartAxis axis = axis(distribution, ValueScale.LOG, 16);

    assertThat(axis.scale()).isEqualTo(ValueScale.LOG);
    assertThat(axis.low()).isEqualTo(0.25);
    assertThat(distribution.histogram(axis.bins()).below()).isEqualTo(3);
  }

  @Test
  void withoutPositiveValuesALogarithmicAxisIsSymmetric() {
    assertThat(axis(DistributionSamples.floats(-5, -1, 0), ValueScale.LOG, 16).scale())
        .isEqualTo(ValueScale.SYMMETRIC_LOG);
  }

  @Test
  void aSymmetricAxisIsLinearUpToWhatIsTypical() {
    ChartAxis axis =
        axis(DistributionSamples.floats(-100, -2, -2, 1, 2, 2, 1000), ValueScale.SYMMETRIC_LOG, 64);

    assertThat(axis.threshold()).isEqualTo(0.1);
    assertThat(axis.low()).isEqualTo(-100);
    assertThat(axis.high()).isEqualTo(1000);
  }

  @Test
  void zerosAloneHaveALinearAxisWhateverIsWanted() {
    assertThat(axis(DistributionSamples.floats(0, 0), ValueScale.SYMMETRIC_LOG, 64).scale())
        .isEqualTo(ValueScale.LINEAR);
    assertThat(axis(DistributionSamples.floats(0, 0), ValueScale.LOG, 64).scale())
        .isEqualTo(ValueScale.LINEAR);
  }

  @Test
  void aRangeIsShownAlone() {
    ChartAxis axis =
        ChartAxis.of(
            Extent.of(DistributionSamples.floats(0, 10)),
            ValueScale.LINEAR,
            Optional.of(new ValueRange(2, 3)),
            16);

    assertThat(axis.low()).isEqualTo(2);
    assertThat(axis.high()).isEqualTo(3);
  }

  private static double position(ValueScale scale, Bins bins, double threshold, double value) {
    return new ChartAxis(scale, bins, threshold, false).position(value);
  }

  @Test
  void valuesAreMappedBetweenTheEdges() {
    Bins bins = Bins.linear(-1, 1, 64);

    assertThat(position(ValueScale.LINEAR, bins, 0, -1)).isZero();
    assertThat(position(ValueScale.LINEAR, bins, 0, 0)).isEqualTo(0.5);
    assertThat(position(ValueScale.LINEAR, bins, 0, 1)).isOne();
    assertThat(position(ValueScale.LINEAR, bins, 0, 7)).isOne();
  }

  @Test
  void allDoublesFitOnAnAxis() {
    Bins bins = Bins.linear(-Double.MAX_VALUE, Double.MAX_VALUE, 64);

    assertThat(position(ValueScale.LINEAR, bins, 0, 0)).isEqualTo(0.5);
  }

  @Test
  void decadesOfALogarithmicAxisAreEquallyLong() {
    Bins bins = ValueScale.LOG.bins(1, 1000, 0, 16);

    assertThat(position(ValueScale.LOG, bins, 0, 10)).isCloseTo(1 / 3.0, offset(1e-9));
    assertThat(position(ValueScale.LOG, bins, 0, 100)).isCloseTo(2 / 3.0, offset(1e-9));
    assertThat(position(ValueScale.LOG, bins, 0, -1)).isZero();
  }

  @Test
  void zeroIsInTheMiddleOfASymmetricAxis() {
    Bins bins = ValueScale.SYMMETRIC_LOG.bins(-8, 8, 0.01, 63);

    assertThat(position(ValueScale.SYMMETRIC_LOG, bins, 0.01, 0)).isEqualTo(0.5);
    assertThat(position(ValueScale.SYMMETRIC_LOG, bins, 0.01, 1))
        .isCloseTo(1 - position(ValueScale.SYMMETRIC_LOG, bins, 0.01, -1), offset(1e-9));
  }

  @Test
  void rangeAroundASingleNumberIsFinite() {
    for (double only : new double[] {0, 7, -1.7e308, Double.MAX_VALUE, Double.MIN_VALUE}) {
      ValueRange range = ValueRange.of(only, only);
      assertThat(range.low()).isFinite().isLessThanOrEqualTo(only);
      assertThat(range.high()).isFinite().isGreaterThanOrEqualTo(only);
    }
  }

  private static List<String> ticks(ValueScale scale, Bins bins, double threshold, int maxTicks) {
    return new ChartAxis(scale, bins, threshold, false)
        .ticks(maxTicks).stream().map(AxisTicks::text).toList();
  }

  @Test
  void aLogarithmicAxisHasPowersOfTen() {
    assertThat(ticks(ValueScale.LOG, ValueScale.LOG.bins(0.02, 1000, 0, 8), 0, 8))
        .containsExactly("0.1", "1", "10", "100", "1000");
  }

  @Test
  void manyPowersOfTenAreThinnedOut() {
    assertThat(ticks(ValueScale.LOG, ValueScale.LOG.bins(1e-40, 1, 0, 8), 0, 5).size())
        .isBetween(3, 6);
  }

  @Test
  void aShortLogarithmicAxisHasRoundNumbers() {
    assertThat(ticks(ValueScale.LOG, ValueScale.LOG.bins(2, 6, 0, 8), 0, 5))
        .containsExactly("2", "3", "4", "5", "6");
  }

  @Test
  void aSymmetricAxisHasPowersOnBothSidesAndZero() {
    assertThat(
            ticks(
                ValueScale.SYMMETRIC_LOG, ValueScale.SYMMETRIC_LOG.bins(-10, 100, 0.1, 9), 0.1, 12))
        .containsExactly("−10", "−1", "−0.1", "0", "0.1", "1", "10", "100");
  }
}
