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
    RealTotals totals = totals();
    Optional<Finite> finite =
        totals.finiteCount() == 0 ? Optional.empty() : Optional.of(finite(totals));
    passes.skipRest();
    return new TensorStatistics(
        passes.elementCount(),
        totals.nanCount(),
        totals.positiveInfinityCount(),
        totals.negativeInfinityCount(),
        totals.zeroCount(),
        totals.subnormalCount(),
        finite);
  }

  private RealTotals totals() throws IOException {
    if (type.partBits() == 32) {
      FloatTally tally = new FloatTally();
      passes.run(tally::add);
      return tally.totals();
    }
    DoubleTally tally = new DoubleTally();
    run(tally::add);
    return tally.totals();
  }

  private Finite finite(RealTotals totals) throws IOException {
    double min = totals.min();
    double max = totals.max();
    long count = totals.finiteCount();
    double mean = totals.mean();
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
        Arrays.stream(totals.quantiles()).<Number>mapToObj(quantile -> quantile).toList(),
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
