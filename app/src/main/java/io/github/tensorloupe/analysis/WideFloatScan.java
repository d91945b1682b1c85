package io.github.tensorloupe.analysis;

import io.github.tensorloupe.analysis.TensorStatistics.Finite;
import io.github.tensorloupe.analysis.TensorStatistics.Histogram;
import io.github.tensorloupe.element.ElementType;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;

/// Reads a tensor of `F32`, `C64` or `F64` twice: for the counts and the range, then for the bins.
final class WideFloatScan {

  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int TILE = 2048;

  /// Receives numbers that stay valid until it returns.
  @FunctionalInterface
  private interface TileConsumer {
    void accept(double[] values, int count);
  }

  private final ElementType type;
  private final TensorPasses passes;
  private final double[] tile = new double[TILE];

  WideFloatScan(ElementType type, TensorPasses passes) {
    this.type = type;
    this.passes = passes;
  }

  TensorStatistics statistics() throws IOException {
    FloatTally tally = type.partBits() == 32 ? FloatTally.ofFloats() : FloatTally.ofDoubles();
    run(tally::add);
    Optional<Finite> finite =
        tally.finiteCount() == 0 ? Optional.empty() : Optional.of(finite(tally));
    passes.skipRest();
    return new TensorStatistics(
        passes.elementCount(),
        tally.nanCount(),
        tally.positiveInfinityCount(),
        tally.negativeInfinityCount(),
        tally.zeroCount(),
        tally.subnormalCount(),
        finite);
  }

  private Finite finite(FloatTally tally) throws IOException {
    double min = tally.min();
    double max = tally.max();
    long count = tally.finiteCount();
    double mean = tally.mean();
    double standardDeviation = 0;
    Histogram histogram;
    if (min == max) {
      histogram = Histograms.ofOneValue(min, count);
    } else {
      FloatSpread spread = new FloatSpread(min, max, mean);
      run(spread::add);
      standardDeviation = spread.standardDeviation(count);
      histogram = Histograms.of(spread.edges(), spread.counts());
    }
    return new Finite(
        count,
        min,
        max,
        mean,
        standardDeviation,
        Arrays.stream(tally.quantiles()).<Number>mapToObj(quantile -> quantile).toList(),
        min == max,
        histogram);
  }

  private void run(TileConsumer consumer) throws IOException {
    passes.run(
        (block, partCount) -> {
          for (int begin = 0; begin < partCount; begin += TILE) {
            int count = Math.min(TILE, partCount - begin);
            read(block, begin, count);
            consumer.accept(tile, count);
          }
        });
  }

  private void read(MemorySegment block, int begin, int count) {
    if (type.partBits() == 64) {
      MemorySegment.copy(block, DOUBLE, 8L * begin, tile, 0, count);
    } else {
      for (int i = 0; i < count; i++) {
        tile[i] = block.get(FLOAT, 4L * (begin + i));
      }
    }
  }
}
