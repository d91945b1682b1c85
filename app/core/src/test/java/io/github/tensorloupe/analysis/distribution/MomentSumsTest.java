package io.github.tensorloupe.analysis.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import org.junit.jupiter.api.Test;

class MomentSumsTest {

  private static final int TILE = MomentSums.TILE;
  private static final MathContext PRECISION = new MathContext(80);
  private static final BigDecimal TOLERANCE = new BigDecimal("1e-15");

  private static void assertMoments(Moments actual, Map<Double, Long> counts) {
    BigDecimal n = BigDecimal.ZERO;
    BigDecimal sum = BigDecimal.ZERO;
    BigDecimal squareSum = BigDecimal.ZERO;
    for (var entry : counts.entrySet()) {
      BigDecimal number = new BigDecimal(entry.getKey());
      BigDecimal count = BigDecimal.valueOf(entry.getValue());
      n = n.add(count);
      sum = sum.add(number.multiply(count));
      squareSum = squareSum.add(number.multiply(number).multiply(count));
    }
    BigDecimal spread = squareSum.multiply(n).subtract(sum.multiply(sum));
    assertThat(actual.count()).isEqualTo(n.longValueExact());
    assertClose(actual.mean(), sum.divide(n, PRECISION));
    assertClose(actual.standardDeviation(), spread.sqrt(PRECISION).divide(n, PRECISION));
    assertClose(
        actual.rootMeanSquare(), squareSum.multiply(n).sqrt(PRECISION).divide(n, PRECISION));
  }

  private static void assertClose(double actual, BigDecimal expected) {
    BigDecimal tolerance = expected.abs().multiply(TOLERANCE).add(new BigDecimal(Double.MIN_VALUE));
    assertThat(new BigDecimal(actual))
        .isBetween(expected.subtract(tolerance), expected.add(tolerance));
  }

  private static void assertTiles(DoubleSupplier numbers, int count) {
    MomentSums sums = new MomentSums(ElementType.of(Dtype.F64));
    Map<Double, Long> expected = new HashMap<>();
    double[] tile = new double[TILE];
    for (int left = count; left > 0; left -= TILE) {
      Arrays.fill(tile, Double.NaN);
      int length = Math.min(left, TILE);
      double largest = 0;
      for (int i = 0; i < length; i++) {
        tile[i] = numbers.getAsDouble();
        largest = Math.max(largest, Math.abs(tile[i]));
        expected.merge(tile[i], 1L, Long::sum);
      }
      sums.add(tile, new double[TILE], length, largest);
    }
    assertMoments(sums.moments(), expected);
  }

  @Test
  void tilesAgreeWithDecimals() {
    Random random = new Random(81);
    assertTiles(random::nextGaussian, 3 * TILE + 77);
    assertTiles(() -> 0.02f * (float) random.nextGaussian(), 5000);
    assertTiles(() -> Math.scalb(random.nextGaussian(), random.nextInt(-400, 440)), 5000);
    assertTiles(() -> Double.longBitsToDouble(random.nextLong(1L << 62, (1L << 62) + 9)), 1);
  }

  @Test
  void deviationsFarBelowTheMeanKeepTheirDigits() {
    Random random = new Random(83);
    assertTiles(() -> 1e6 + random.nextGaussian(), 20_000);
    assertTiles(() -> -1e3 + 1e-4 * random.nextGaussian(), 20_000);
    assertTiles(() -> 1e200 * (1 + 1e-7 * random.nextGaussian()), 20_000);
  }

  @Test
  void tinyNumbersAmongZerosKeepTheirDeviation() {
    MomentSums sums = new MomentSums(ElementType.of(Dtype.F64));
    sums.add(0, 0, 2);
    sums.add(3e-190, 0, 2);

    assertThat(sums.moments().standardDeviation()).isEqualTo(1.5e-190);
    assertThat(sums.moments().mean()).isEqualTo(1.5e-190);
  }

  @Test
  void floatsOfGrowingMagnitudeAgreeWithDecimals() {
    Random random = new Random(84);
    MomentSums sums = new MomentSums(ElementType.of(Dtype.F32));
    Map<Double, Long> expected = new HashMap<>();
    for (int round = 0; round < 30; round++) {
      float[] tile = new float[4 * TILE];
      float largest = 0;
      for (int i = 0; i < tile.length - 5; i++) {
        tile[i] = (float) Math.scalb(1000 + random.nextGaussian(), 8 * (round % 12 - 5));
        largest = Math.max(largest, Math.abs(tile[i]));
        expected.merge((double) tile[i], 1L, Long::sum);
      }
      sums.add(tile, tile.length - 5, largest);
    }
    assertMoments(sums.moments(), expected);
  }

  @Test
  void countedFloatsAgreeWithDecimals() {
    Random random = new Random(85);
    MomentSums sums = new MomentSums(ElementType.of(Dtype.F32));
    Map<Double, Long> expected = new HashMap<>();
    for (int round = 0; round < 40_000; round++) {
      double rare = round % 3;
      double frequent = (float) (0.01 * random.nextGaussian());
      long rareCount = 1L << round % 20;
      long frequentCount = random.nextInt(1 << 20);
      sums.add(rare, 0, rareCount);
      sums.add(frequent, 0, frequentCount);
      expected.merge(rare, rareCount, Long::sum);
      expected.merge(frequent, frequentCount, Long::sum);
    }
    assertMoments(sums.moments(), expected);
  }

  @Test
  void frequenciesOfFloatsAgreeWithDecimals() {
    assertFrequencies(1);
    assertFrequencies(12);
  }

  private static void assertFrequencies(int magnitudes) {
    Random random = new Random(86);
    MomentSums sums = new MomentSums(ElementType.of(Dtype.F32));
    Map<Double, Long> expected = new HashMap<>();
    for (int round = 0; round < 30; round++) {
      float[] tile = new float[4 * TILE];
      int[] frequencies = new int[4 * TILE];
      float largest = 0;
      int highest = 0;
      long total = 0;
      for (int i = 0; i < tile.length - 5; i++) {
        tile[i] = (float) Math.scalb(1000 + random.nextGaussian(), 8 * (round % magnitudes - 5));
        frequencies[i] = random.nextInt(1, 2 << round % 21);
        largest = Math.max(largest, Math.abs(tile[i]));
        highest = Math.max(highest, frequencies[i]);
        total += frequencies[i];
        expected.merge((double) tile[i], (long) frequencies[i], Long::sum);
      }
      sums.add(tile, frequencies, total, largest, highest);
    }
    assertMoments(sums.moments(), expected);
  }

  private static void assertNumbers(Random random, DoubleSupplier numbers) {
    MomentSums sums = new MomentSums(ElementType.of(Dtype.F64));
    Map<Double, Long> expected = new HashMap<>();
    for (int i = 0; i < 500; i++) {
      double number = numbers.getAsDouble();
      long count = random.nextLong(1, 1L << 30);
      sums.add(number, 0, count);
      expected.merge(number, count, Long::sum);
    }
    assertMoments(sums.moments(), expected);
  }

  @Test
  void countedNumbersOfAnyMagnitudeAgreeWithDecimals() {
    Random random = new Random(62);
    assertNumbers(random, random::nextGaussian);
    assertNumbers(random, () -> Double.MAX_VALUE);
    assertNumbers(random, () -> Double.MAX_VALUE * random.nextDouble());
    assertNumbers(random, () -> 1e-300 * random.nextGaussian());
    assertNumbers(random, () -> Double.MIN_VALUE * random.nextInt(1000));
    assertNumbers(random, () -> Math.scalb(1 + random.nextDouble(), random.nextInt(-1074, 1023)));
  }

  @Test
  void blocksOfAnyThreadsGiveTheSameMoments() {
    Random random = new Random(91);
    Moments expected = blocks(random, 1);
    for (int threads = 2; threads < 6; threads++) {
      assertThat(blocks(random, threads)).isEqualTo(expected);
    }
  }

  /// Returns the moments of 20 blocks of 4 chunks, assigned to threads at random.
  private static Moments blocks(Random random, int threads) {
    List<MomentSums> sums = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      sums.add(new MomentSums(ElementType.of(Dtype.F64)));
    }
    for (int block = 0; block < 20; block++) {
      MomentSums thread = sums.get(random.nextInt(threads));
      Random numbers = new Random(block);
      for (int chunk = 0; chunk < 4; chunk++) {
        thread.begin((4L * block + chunk) * Chunk.MAX_BYTES);
        thread.add(numbers.doubles(TILE, -1e3, 1e6).toArray(), new double[TILE], TILE, 1e6);
        thread.add(numbers.nextGaussian() * 1e-300, 0, 3);
      }
    }
    while (sums.size() > 1) {
      MomentSums from = sums.remove(random.nextInt(sums.size()));
      sums.get(random.nextInt(sums.size())).merge(from);
    }
    return sums.getFirst().moments();
  }
}
