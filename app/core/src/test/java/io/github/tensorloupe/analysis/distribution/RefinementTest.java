package io.github.tensorloupe.analysis.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.testing.CodeBytes;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefinementTest {

  private static final int COUNT = 100_000;
  private static final int BINS = 64;

  @TempDir Path folder;

  private Distribution scan(int threads, Dtype dtype, double... numbers) throws IOException {
    ElementType type = ElementType.of(dtype);
    byte[] bytes = CodeBytes.of(dtype, Arrays.stream(numbers).mapToLong(type::encode).toArray());
    Path path = Files.write(folder.resolve("tensor"), bytes);
    try (FileBytes file = FileBytes.open(path)) {
      Shape shape = Shape.of(numbers.length / type.partsPerElement());
      TensorInfo info = new TensorInfo("t", dtype, shape, 0, bytes.length);
      List<Distribution> found = new ArrayList<>();
      new DistributionScan(new ChunkedScan(threads))
          .run(
              lazy(() -> new TensorData(file, info, new ByteRange(0, bytes.length))),
              (_, distribution) -> found.add(distribution),
              Cancellation.NEVER,
              Progress.NONE);
      return found.getFirst();
    }
  }

  /// Returns a list whose get() returns a new object each time.
  private static List<TensorData> lazy(Supplier<TensorData> tensor) {
    return new AbstractList<>() {
      @Override
      public TensorData get(int index) {
        return tensor.get();
      }

      @Override
      public int size() {
        return 1;
      }
    };
  }

  private static double[] normal(double mean, double deviation) {
    Random random = new Random(4);
    return DoubleStream.generate(() -> mean + deviation * random.nextGaussian())
        .limit(COUNT)
        .toArray();
  }

  @ParameterizedTest
  @CsvSource({
    "F32, 1000, 0.5",
    "F32, -3e10, 1e8",
    "C64, 1, 0.001",
    "F64, 1000, 1e-6",
    "F64, -1e300, 1e298",
    "I32, 1000000, 2000",
    "U64, 1e18, 1e15",
    "I64, 5e12, 1e9"
  })
  void shapeOfValuesFarFromZeroIsResolved(Dtype dtype, double mean, double deviation)
      throws IOException {
    ElementType type = ElementType.of(dtype);
    double[] numbers =
        Arrays.stream(normal(mean, deviation))
            .map(number -> type.toDouble(type.encode(number)))
            .toArray();
    Distribution distribution = scan(2, dtype, numbers);
    double min = distribution.min().doubleValue();
    double max = distribution.max().doubleValue();
    long[] expected = new long[BINS];
    for (double number : numbers) {
      int bin = (int) ((number / 2 - min / 2) / (max / 2 - min / 2) * BINS);
      expected[Math.min(bin, BINS - 1)]++;
    }
    long[] counts = distribution.histogram(Bins.linear(min, max, BINS)).counts();
    assertThat(Arrays.stream(counts).sum()).isEqualTo(COUNT);
    for (int bin = 0; bin < BINS; bin++) {
      assertThat(counts[bin]).isCloseTo(expected[bin], within(100L));
    }
  }

  @Test
  void valuesOfFewRanksAreKnownByThemselves() throws IOException {
    Distribution distribution =
        scan(2, Dtype.F32, new Random(1).doubles(COUNT).map(x -> 1 + x / 512).toArray());
    assertThat(distribution.isExact()).isTrue();
    assertThat(distribution.counts().finite()).isEqualTo(COUNT);
  }

  @Test
  void whatIsNotFiniteStaysApart() throws IOException {
    double[] numbers = normal(1000, 0.1);
    numbers[5] = Double.NaN;
    numbers[6] = Double.POSITIVE_INFINITY;
    numbers[7] = Double.NEGATIVE_INFINITY;
    Distribution distribution = scan(2, Dtype.F32, numbers);
    assertThat(distribution.counts()).isEqualTo(new ValueCounts(COUNT - 3, 1, 1, 1, 0, 0));
    assertThat(distribution.quantile(0.9).doubleValue() - distribution.quantile(0.1).doubleValue())
        .isCloseTo(0.256, within(0.01));
  }

  @ParameterizedTest
  @CsvSource({"1", "3", "7"})
  void resultIsIndependentOfTheThreadCount(int threads) throws IOException {
    double[] numbers = new double[20 * COUNT];
    Random random = new Random(8);
    Arrays.setAll(numbers, _ -> 5 + random.nextDouble());
    Distribution alone = scan(1, Dtype.F64, numbers);
    Distribution together = scan(threads, Dtype.F64, numbers);
    Bins bins = Bins.linear(5, 6, 1000);
    assertThat(together.histogram(bins).counts()).isEqualTo(alone.histogram(bins).counts());
    assertThat(together.quantile(0.37)).isEqualTo(alone.quantile(0.37));
  }

  @Test
  void sumsDoNotDependOnWhatWasRefined() throws IOException {
    Distribution near = scan(2, Dtype.F32, normal(1000, 0.1));
    Distribution wide = scan(2, Dtype.F32, normal(0, 1));
    Distribution one = Distribution.sum(List.of(near, wide, near));
    Distribution other = Distribution.sum(List.of(Distribution.sum(List.of(near, near)), wide));
    Bins bins = Bins.linear(-5, 1005, 77);
    assertThat(one.histogram(bins).counts()).isEqualTo(other.histogram(bins).counts());
    assertThat(one.counts()).isEqualTo(other.counts());
    assertThat(one.mean()).isEqualTo(other.mean());
  }
}
