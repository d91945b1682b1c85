package io.github.tensorloupe.analysis.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.tensorloupe.analysis.distribution.RangeFigures.Known;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class HistogramTest {

  private static Bins randomBins(Random random) {
    double low = random.nextGaussian() * 30;
    double high = low + random.nextDouble() * 80 + 1e-9;
    int count = 1 + random.nextInt(300);
    return switch (random.nextInt(3)) {
      case 0 -> Bins.linear(low, high, count);
      case 1 -> Bins.scaled(Math.abs(low), Math.abs(low) + high - low, count, Math::log, Math::exp);
      default -> Bins.scaled(low, high, count, Math::cbrt, root -> root * root * root);
    };
  }

  /// @param sorted in ascending order
  private static long countBelow(double[] sorted, double edge, boolean closed) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < edge || closed && sorted[middle] == edge) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @ParameterizedTest
  @EnumSource(names = {"F8_E4M3", "I8", "BF16", "F16", "F32", "C64", "F64", "I32", "I64"})
  void valuesKnownOneByOneAreCountedExactly(Dtype dtype) {
    assertNear(dtype, 3000, 0);
  }

  @ParameterizedTest
  @EnumSource(names = {"F32", "C64", "F64", "I32", "I64"})
  void valuesKnownByBucketsAreCountedWithinTheirBucket(Dtype dtype) {
    assertNear(dtype, 50_000, 1.0 / 128);
  }

  private static void assertNear(Dtype dtype, int size, double tolerance) {
    Random random = new Random(71);
    ElementType type = ElementType.of(dtype);
    long[] codes =
        LongStream.range(0, size).map(i -> type.encode(random.nextGaussian() * 37)).toArray();
    double[] sorted = Arrays.stream(codes).mapToDouble(type::toDouble).sorted().toArray();
    Distribution distribution = Counted.of(dtype, codes);
    for (int round = 0; round < 60; round++) {
      Bins bins = randomBins(random);
      Histogram histogram = distribution.histogram(bins);
      assertThat(histogram.exact() || tolerance > 0).isTrue();
      assertThat(histogram.counts()).hasSize(bins.count());
      long cumulativeCount = histogram.below();
      for (int i = 0; i <= bins.count(); i++) {
        double edge = bins.edge(i);
        double near = histogram.exact() ? 0 : Math.abs(edge) * tolerance;
        boolean last = i == bins.count();
        assertThat(cumulativeCount)
            .isBetween(
                countBelow(sorted, edge - near, last), countBelow(sorted, edge + near, last));
        if (!last) {
          assertThat(histogram.counts()[i]).isNotNegative();
          cumulativeCount += histogram.counts()[i];
        }
      }
      assertThat(cumulativeCount + histogram.above()).isEqualTo(size);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F32", "F64", "I32", "U64"})
  void smallestAndLargestValueAreInTheOuterBins(Dtype dtype) {
    Random random = new Random(72);
    double[] numbers = random.doubles(40_000).map(x -> 1000 + x * 1e5).toArray();
    Distribution distribution = Counted.ofNumbers(dtype, numbers);
    double min = distribution.min().doubleValue();
    double max = distribution.max().doubleValue();
    for (int count : new int[] {1, 2, 64, 1000, 100_000}) {
      Histogram histogram = distribution.histogram(Bins.linear(min, max, count));
      assertThat(histogram.below()).isZero();
      assertThat(histogram.above()).isZero();
      assertThat(histogram.counts()[0]).isPositive();
      assertThat(histogram.counts()[count - 1]).isPositive();
      assertThat(Arrays.stream(histogram.counts()).sum()).isEqualTo(40_000);
      assertThat(histogram.exact()).isEqualTo(count == 1);
    }
  }

  @Test
  void edgesBetweenBucketsLeaveTheHistogramExact() {
    double[] numbers = new Random(73).doubles(40_000).map(x -> x * 16).toArray();
    Distribution distribution = Counted.ofNumbers(Dtype.F32, numbers);
    assertThat(distribution.isExact()).isFalse();
    assertThat(distribution.histogram(Bins.linear(0, 16, 16)).exact()).isTrue();
    assertThat(distribution.histogram(Bins.linear(0, 16, 10)).exact()).isFalse();
  }

  @Test
  void integersBeyondDoublesAreComparedExactly() {
    long base = 1L << 60;
    Distribution distribution = Counted.of(Dtype.I64, base, base + 1, base + 2, base + 3);
    Histogram histogram = distribution.histogram(Bins.between(base, base + 3, 2));
    assertThat(histogram.exact()).isTrue();
    assertThat(histogram.counts()).containsExactly(2, 2);
  }

  @ParameterizedTest
  @CsvSource({
    "0.07, 7",
    "0.29, 29",
    "0.57, 57",
    "0.58, 58",
    "1, 100",
    "0, 1",
    "0.001, 1",
    "0.991, 100",
  })
  void quantileIsTheValueOfTheRankThatTheDecimalSays(double probability, long value) {
    long[] codes = LongStream.rangeClosed(1, 100).toArray();
    assertThat(Counted.of(Dtype.U8, codes).quantile(probability)).isEqualTo(value);
    assertThat(Counted.of(Dtype.I64, codes).quantile(probability)).isEqualTo(value);
  }

  @ParameterizedTest
  @EnumSource(names = {"F32", "C64", "F64", "I32", "U32", "I64", "U64"})
  void quantilesOfLargeTensorsAreWithinABucketAndTheRange(Dtype dtype) {
    Random random = new Random(74);
    ElementType type = ElementType.of(dtype);
    long[] codes =
        LongStream.range(0, 40_001)
            .map(i -> type.encode(random.nextGaussian() * Math.exp(random.nextInt(15))))
            .toArray();
    double[] sorted = Arrays.stream(codes).mapToDouble(type::toDouble).sorted().toArray();
    Distribution distribution = Counted.of(dtype, codes);
    for (double probability = 0; probability <= 1; probability += 0x1p-9) {
      int rank = (int) Math.max(1, Math.ceil(probability * sorted.length));
      double quantile = distribution.quantile(probability).doubleValue();
      double expected = sorted[rank - 1];
      assertThat(Math.abs(quantile - expected)).isLessThanOrEqualTo(Math.abs(expected) / 256);
    }
    assertThat(distribution.quantile(0).doubleValue()).isGreaterThanOrEqualTo(sorted[0]);
    assertThat(distribution.quantile(1).doubleValue()).isLessThanOrEqualTo(sorted[40_000]);
  }

  @Test
  void undefinedStatisticsAreRefused() {
    Distribution nothing = Counted.ofNumbers(Dtype.F32, Double.NaN);
    assertThatThrownBy(nothing::mean).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> nothing.quantile(0.5)).isInstanceOf(IllegalStateException.class);
    Distribution one = Counted.ofNumbers(Dtype.F32, 1);
    assertThatThrownBy(() -> one.quantile(1.1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> one.quantile(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
  }

  private static double[] inside(double[] sorted, Bins bins) {
    return Arrays.stream(sorted)
        .filter(value -> value >= bins.edge(0) && value <= bins.edge(bins.count()))
        .toArray();
  }

  @ParameterizedTest
  @EnumSource(names = {"F8_E4M3", "I8", "BF16", "F16", "F32", "F64", "I32"})
  void figuresOfARangeAreExactWhereValuesAreKnownOneByOne(Dtype dtype) {
    Random random = new Random(7);
    ElementType type = ElementType.of(dtype);
    long[] codes =
        LongStream.range(0, 3000).map(_ -> type.encode(random.nextGaussian() * 37)).toArray();
    double[] sorted = Arrays.stream(codes).mapToDouble(type::toDouble).sorted().toArray();
    Distribution distribution = Counted.of(dtype, codes);
    for (int round = 0; round < 60; round++) {
      Bins bins = randomBins(random);
      double[] inside = inside(sorted, bins);

      RangeFigures figures = distribution.within(bins);

      assertThat(figures.count()).isEqualTo(new Known((long) inside.length, true));
      assertThat(figures.min().isPresent()).isEqualTo(inside.length > 0);
      if (inside.length > 0) {
        assertThat(figures.min().orElseThrow().exact()).isTrue();
        assertThat(figures.min().orElseThrow().value().doubleValue()).isEqualTo(inside[0]);
        assertThat(figures.max().orElseThrow().value().doubleValue())
            .isEqualTo(inside[inside.length - 1]);
        assertThat(figures.mean().orElseThrow().exact()).isTrue();
        assertThat(figures.mean().orElseThrow().value().doubleValue())
            .isCloseTo(Arrays.stream(inside).average().orElseThrow(), within(1e-10));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F32", "F64", "I32", "I64"})
  void figuresOfARangeSaySoWhereTheyAreEstimates(Dtype dtype) {
    Random random = new Random(11);
    ElementType type = ElementType.of(dtype);
    long[] codes =
        LongStream.range(0, 50_000).map(_ -> type.encode(random.nextGaussian() * 3700)).toArray();
    double[] sorted = Arrays.stream(codes).mapToDouble(type::toDouble).sorted().toArray();
    Distribution distribution = Counted.of(dtype, codes);
    Bins bins = Bins.linear(-1234.5, 4321.25, 1);
    double[] inside = inside(sorted, bins);

    RangeFigures figures = distribution.within(bins);

    assertThat(figures.count().exact()).isFalse();
    assertThat(figures.count().value().doubleValue()).isCloseTo(inside.length, withinPercentage(1));
    assertThat(figures.min().orElseThrow().exact()).isFalse();
    assertThat(figures.min().orElseThrow().value().doubleValue())
        .isCloseTo(inside[0], withinPercentage(1));
    assertThat(figures.max().orElseThrow().value().doubleValue())
        .isCloseTo(inside[inside.length - 1], withinPercentage(1));
    assertThat(figures.mean().orElseThrow().exact()).isFalse();
    assertThat(figures.mean().orElseThrow().value().doubleValue())
        .isCloseTo(Arrays.stream(inside).average().orElseThrow(), withinPercentage(2));
  }

  @Test
  void figuresOfARangeWithAllValuesAreThoseOfTheWhole() {
    long[] codes =
        new Random(3)
            .doubles(50_000)
            .mapToLong(value -> Float.floatToIntBits((float) value))
            .toArray();
    Distribution distribution = Counted.of(Dtype.F32, codes);
    assertThat(distribution.isExact()).isFalse();

    RangeFigures figures = distribution.within(Bins.linear(-1, 2, 7));

    assertThat(figures.count()).isEqualTo(new Known(50_000L, true));
    assertThat(figures.min()).contains(new Known(distribution.min(), true));
    assertThat(figures.max()).contains(new Known(distribution.max(), true));
    assertThat(figures.mean()).contains(new Known(distribution.mean(), true));
  }

  @Test
  void meanOfTheLargestNumbersDoesNotOverflow() {
    long[] codes =
        LongStream.range(0, 9).map(_ -> Double.doubleToRawLongBits(Double.MAX_VALUE)).toArray();
    codes[0] = 0;

    RangeFigures figures = Counted.of(Dtype.F64, codes).within(Bins.linear(1, Double.MAX_VALUE, 1));

    assertThat(figures.mean()).contains(new Known(Double.MAX_VALUE, true));
  }
}
