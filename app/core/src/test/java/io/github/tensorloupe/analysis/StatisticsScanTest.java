package io.github.tensorloupe.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.TensorStatistics.Finite;
import io.github.tensorloupe.analysis.distribution.Entropy;
import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class StatisticsScanTest {

  @TempDir private Path folder;

  private static long[] randomCodes(ElementType type, int count, Random random) {
    return random.longs(count).map(code -> code & -1L >>> -type.partBits()).toArray();
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"I32", "U32", "F32", "C64", "I64", "U64", "F64"})
  void statisticsOfEveryCodeAreCorrect(Dtype dtype) throws IOException {
    long[] codes = LongStream.range(0, 1L << dtype.bits()).toArray();
    new NaiveStatistics(dtype, codes).assertMatches(Tensors.scanCodes(folder, dtype, codes));
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void statisticsOfRandomBitsAreCorrect(Dtype dtype) throws IOException {
    ElementType type = ElementType.of(dtype);
    Random random = new Random(11);
    for (int count : new int[] {8, 24, 3000}) {
      long[] codes = randomCodes(type, count, random);
      new NaiveStatistics(dtype, codes).assertMatches(Tensors.scanCodes(folder, dtype, codes));
    }
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void statisticsOfOrdinaryWeightsAreCorrect(Dtype dtype) throws IOException {
    ElementType type = ElementType.of(dtype);
    Random random = new Random(12);
    long[] codes = random.doubles(4000).mapToLong(x -> type.encode((x - 0.3) * 90)).toArray();
    new NaiveStatistics(dtype, codes).assertMatches(Tensors.scanCodes(folder, dtype, codes));
  }

  @ParameterizedTest
  @EnumSource(names = {"BOOL", "U8", "I8", "F8_E4M3", "F4", "F6_E2M3"})
  void statisticsOfLargeNarrowTensorsAreCorrect(Dtype dtype) throws IOException {
    Random random = new Random(5);
    int bits = dtype.bits();
    // Not a multiple of a pair of bytes in any of the chunks.
    long[] codes = random.longs(2_200_003).map(code -> code >>> 64 - bits).toArray();
    if (bits < 8) {
      codes = Arrays.copyOf(codes, 2_200_000);
    }
    new NaiveStatistics(dtype, codes).assertMatches(Tensors.scanCodes(folder, dtype, codes));
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void statisticsOfTensorsOfSeveralBlocksAreCorrect(Dtype dtype) throws IOException {
    ElementType type = ElementType.of(dtype);
    Random random = new Random(13);
    long[] choice = randomCodes(type, 300, random);
    int count = 1_700_000 * 8 / type.partBits() / 4 * 4;
    long[] codes = random.ints(count, 0, choice.length).mapToLong(i -> choice[i]).toArray();
    new NaiveStatistics(dtype, codes).assertMatches(Tensors.scanCodes(folder, dtype, codes));
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void oneValueRepeatedHasNoSpread(Dtype dtype) throws IOException {
    ElementType type = ElementType.of(dtype);
    long code = type.encode(3);
    TensorStatistics statistics =
        Tensors.scanCodes(folder, dtype, LongStream.generate(() -> code).limit(1000).toArray());
    Finite finite = statistics.finite().orElseThrow();
    Number three = type.toNumber(code);
    assertThat(finite.min()).isEqualTo(three);
    assertThat(finite.max()).isEqualTo(three);
    assertThat(finite.mean()).isEqualTo(type.toDouble(code));
    assertThat(finite.standardDeviation()).isZero();
    assertThat(finite.quantiles()).containsOnly(three).hasSize(7);
    assertThat(finite.quantilesExact()).isTrue();
    assertThat(NaiveStatistics.edges(finite)).containsExactly(three.toString(), three.toString());
    assertThat(finite.histogram().counts()).containsExactly(1000);
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void emptyTensorsHaveNoFigures(Dtype dtype) throws IOException {
    TensorStatistics statistics = Tensors.scan(folder, dtype, Shape.of(3, 0), new byte[0]);
    assertThat(statistics)
        .isEqualTo(
            new TensorStatistics(
                0, ValueCounts.NONE, new Entropy(0, 0, true), java.util.Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource({
    "F8_E4M3, 7F",
    "F8_E5M2, FE",
    "F8_E8M0, FF",
    "F8_E4M3FNUZ, 80",
    "F16, FE01",
    "BF16, 7FC0",
    "F32, 7F800001",
    "C64, FFC00000",
    "F64, 7FF0000000000001",
  })
  void tensorsOfNansHaveNoFigures(Dtype dtype, String nan) throws IOException {
    long code = Long.parseUnsignedLong(nan, 16);
    TensorStatistics statistics = Tensors.scanCodes(folder, dtype, code, code, code, code);
    assertThat(statistics.counts().nan()).isEqualTo(4);
    assertThat(statistics.finite()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "F16, 7C00, FC00",
    "F32, 7F800000, FF800000",
    "F64, 7FF0000000000000, FFF0000000000000"
  })
  void infinitiesAreCountedApart(Dtype dtype, String positive, String negative) throws IOException {
    long up = Long.parseUnsignedLong(positive, 16);
    long down = Long.parseUnsignedLong(negative, 16);
    TensorStatistics statistics = Tensors.scanCodes(folder, dtype, up, down, up, 0);
    assertThat(statistics.counts().positiveInfinity()).isEqualTo(2);
    assertThat(statistics.counts().negativeInfinity()).isEqualTo(1);
    assertThat(statistics.counts().nonFinite()).isEqualTo(3);
    assertThat(statistics.counts().finite()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"F4", "F8_E4M3", "F16", "BF16", "F32", "C64", "F64"})
  void negativeZeroIsZero(Dtype dtype) throws IOException {
    TensorStatistics statistics = Tensors.scanNumbers(folder, dtype, -0.0, -0.0, -0.0, -0.0);
    Finite finite = statistics.finite().orElseThrow();
    assertThat(statistics.counts().zero()).isEqualTo(4);
    assertThat(finite.min()).isEqualTo(0.0);
    assertThat(finite.max()).isEqualTo(0.0);
    assertThat(finite.quantiles()).containsOnly(0.0);
    assertThat(NaiveStatistics.edges(finite)).containsOnly("0.0");
  }

  @Test
  void figuresOfComplexTensorsAreOverAllParts() throws IOException {
    TensorStatistics statistics = Tensors.scanNumbers(folder, Dtype.C64, 1, 2, 3, 10);
    assertThat(statistics.elementCount()).isEqualTo(2);
    assertThat(statistics.counts().finite()).isEqualTo(4);
    assertThat(statistics.finite().orElseThrow().mean()).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource({
    "F6_E2M3, 5, 6",
    "U8, 5, 5",
    "I16, 5, 2",
    "F32, 11, 2",
    "U32, 15, 3",
    "C64, 23, 2",
    "I64, 7, 0",
    "F64, 17, 2",
  })
  void ofTruncatedTensorsWholeElementsCount(Dtype dtype, int byteCount, long elementCount)
      throws IOException {
    TensorStatistics statistics = Tensors.scan(folder, dtype, Shape.of(1000), new byte[byteCount]);
    assertThat(statistics.elementCount()).isEqualTo(elementCount);
    assertThat(statistics.counts().zero())
        .isEqualTo(elementCount * ElementType.of(dtype).partsPerElement());
  }

  @Test
  void bytesBeyondTheShapeAreNotCounted() throws IOException {
    TensorStatistics statistics =
        Tensors.scan(folder, Dtype.F4, Shape.of(3), new byte[] {0x10, 0x32});
    assertThat(statistics.elementCount()).isEqualTo(3);
    assertThat(statistics.finite().orElseThrow().max()).isEqualTo(1.0);
  }

  @Test
  void shapesBeyondAllNumbersCountWhatIsThere() throws IOException {
    TensorStatistics statistics =
        Tensors.scan(folder, Dtype.U8, Shape.of(-1, -1), new byte[] {1, 2});
    assertThat(statistics.elementCount()).isEqualTo(2);
  }

  @Test
  void largestDoublesNeitherOverflowNorVanish() throws IOException {
    double[][] tensors = {
      {Double.MAX_VALUE, -Double.MAX_VALUE},
      {Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE, Math.nextDown(Double.MAX_VALUE)},
      {Double.MAX_VALUE, -Double.MAX_VALUE, -Double.MAX_VALUE, 1e-300, Double.MIN_VALUE},
      {1e308, 1.2e308, 1.4e308, 1.6e308, -1e308, 3},
      {1e200, 1, -1e200},
    };
    assertFigures(tensors);
  }

  @Test
  void smallestDoublesNeitherOverflowNorVanish() throws IOException {
    double[][] tensors = {
      {Double.MIN_VALUE, 0},
      {Double.MIN_VALUE, -Double.MIN_VALUE, 2 * Double.MIN_VALUE},
      {1e-310, 3e-310, -7e-310, 1e-308, 2e-308},
      {1e-200, 2e-200, 5e-200},
      new Random(14).doubles(1000).map(x -> x * 1e-310).toArray(),
      new Random(15).doubles(1000).map(x -> (x - 0.5) * 0x1p-1060).toArray(),
    };
    assertFigures(tensors);
  }

  @Test
  void spreadFarBelowTheMeanIsPreserved() throws IOException {
    double[][] tensors = {
      new Random(16).doubles(3000).map(x -> 1e9 + x * 1e-3).toArray(),
      new Random(17).doubles(3000).map(x -> 1e300 * (1 + x * 1e-14)).toArray(),
      {1, Math.nextUp(1)},
      {-1e16, -1e16 + 2, -1e16 + 4},
      new Random(18).doubles(3000).map(x -> x - 0.5).toArray(),
    };
    assertFigures(tensors);
  }

  /// Repeats each number many times, so that values are not counted individually.
  @Test
  void statisticsOfLargeHardCasesAreCorrect() throws IOException {
    Random random = new Random(31);
    double[][] tensors = {
      random.doubles(500).map(x -> 1e8 + random.nextGaussian()).toArray(),
      random.doubles(500).map(x -> 1e308 + x * 7e307).toArray(),
      random.doubles(500).map(x -> (x - 0.5) * Double.MIN_NORMAL).toArray(),
      random.doubles(500).map(x -> (x - 0.5) * Float.MIN_NORMAL).toArray(),
      random.doubles(500).map(x -> Math.scalb(x - 0.5, random.nextInt(-140, 120))).toArray(),
      random.doubles(500).map(x -> Math.scalb(x - 0.5, random.nextInt(-1070, 1020))).toArray(),
      random.doubles(500).map(x -> 0x1p62 + x * 0x1p62).toArray(),
      random.doubles(500).map(x -> 0x1p63 * (1 - x * 0x1p-30)).toArray(),
      random.doubles(500).map(x -> x < 0.3 ? -0.0 : x < 0.6 ? 0.0 : x).toArray(),
      {-0.0, 0},
      {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY},
      {Double.NaN, 1e30, -3, Double.NEGATIVE_INFINITY},
    };
    for (Dtype dtype : new Dtype[] {Dtype.F32, Dtype.C64, Dtype.F64, Dtype.I32, Dtype.U64}) {
      ElementType type = ElementType.of(dtype);
      for (double[] numbers : tensors) {
        long[] codes =
            random
                .ints(40_000, 0, numbers.length)
                .mapToLong(i -> type.encode(numbers[i]))
                .toArray();
        new NaiveStatistics(dtype, codes).assertMatches(Tensors.scanCodes(folder, dtype, codes));
      }
    }
  }

  private void assertFigures(double[][] tensors) throws IOException {
    for (double[] numbers : tensors) {
      long[] codes =
          java.util.Arrays.stream(numbers).mapToLong(Double::doubleToRawLongBits).toArray();
      new NaiveStatistics(Dtype.F64, codes)
          .assertMatches(Tensors.scanCodes(folder, Dtype.F64, codes));
    }
  }

  @Test
  void meanSurvivesCancellation() throws IOException {
    double[] numbers = {1e308, 1e150, 1, -1e308, -1e150, 2};
    assertThat(Tensors.scanNumbers(folder, Dtype.F64, numbers).finite().orElseThrow().mean())
        .isEqualTo(0.5);
  }

  @ParameterizedTest
  @EnumSource(names = {"I32", "U32", "I64", "U64"})
  void statisticsOfIntegersAtTheirLimitsAreCorrect(Dtype dtype) throws IOException {
    long sign = 1L << dtype.bits() - 1;
    long mask = -1L >>> -dtype.bits();
    long[][] tensors = {
      {0, mask},
      {sign, sign - 1},
      {sign, sign - 1, 0, mask, 1, sign + 1},
      LongStream.rangeClosed(0, 700).map(i -> mask - i).toArray(),
      LongStream.rangeClosed(0, 700).map(i -> sign - 350 + i).toArray(),
      LongStream.rangeClosed(0, 100).map(i -> sign + 3 * i).toArray(),
      LongStream.rangeClosed(0, 1000).map(i -> i).toArray(),
      new Random(19).longs(2000).map(x -> x & mask).toArray(),
      new Random(20).longs(2000).map(x -> (x & mask) >>> (x & 31)).toArray(),
    };
    for (long[] codes : tensors) {
      new NaiveStatistics(dtype, codes).assertMatches(Tensors.scanCodes(folder, dtype, codes));
    }
  }

  @Test
  void wideIntegersKeepTheirType() throws IOException {
    Finite signed =
        Tensors.scanCodes(folder, Dtype.I64, Long.MIN_VALUE, Long.MAX_VALUE).finite().orElseThrow();
    assertThat(signed.min()).isEqualTo(Long.MIN_VALUE);
    assertThat(signed.max()).isEqualTo(Long.MAX_VALUE);
    assertThat(signed.mean()).isEqualTo(-0.5);
    Finite unsigned = Tensors.scanCodes(folder, Dtype.U64, 0, -1).finite().orElseThrow();
    assertThat(unsigned.min()).isEqualTo(BigInteger.ZERO);
    assertThat(unsigned.max()).isEqualTo(new BigInteger("18446744073709551615"));
  }

  @Test
  void quantilesOfSmallIntegersAreExact() throws IOException {
    long[] codes = LongStream.range(0, 512).toArray();
    Finite finite = Tensors.scanCodes(folder, Dtype.I64, codes).finite().orElseThrow();
    assertThat(finite.quantilesExact()).isTrue();
    assertThat(finite.quantiles()).isEqualTo(List.of(5L, 25L, 127L, 255L, 383L, 486L, 506L));
  }
}
