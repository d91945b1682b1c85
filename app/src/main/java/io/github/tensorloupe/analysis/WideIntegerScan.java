package io.github.tensorloupe.analysis;

import io.github.tensorloupe.analysis.TensorStatistics.Finite;
import io.github.tensorloupe.analysis.TensorStatistics.Histogram;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Reads a tensor of 32-bit or 64-bit integers twice: for the counts and the range, then for the
/// bins.
final class WideIntegerScan {

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int TILE = 2048;

  /// Receives numbers that stay valid until it returns.
  @FunctionalInterface
  private interface TileConsumer {
    void accept(long[] values, int count);
  }

  private final Dtype dtype;
  private final TensorPasses passes;

  /// The bits in which the numbers handed to tally and spread differ from the codes, so that they
  /// are ordered as signed ones.
  private final long flip;

  private final BigInteger orderedZero;
  private final long[] tile = new long[TILE];

  WideIntegerScan(ElementType type, TensorPasses passes) {
    this.dtype = type.dtype();
    this.passes = passes;
    this.flip = dtype == Dtype.U64 ? Long.MIN_VALUE : 0;
    this.orderedZero = BigInteger.valueOf(flip);
  }

  TensorStatistics statistics() throws IOException {
    IntegerTally tally = new IntegerTally(flip);
    run(tally::add);
    Optional<Finite> finite = tally.count() == 0 ? Optional.empty() : Optional.of(finite(tally));
    passes.skipRest();
    return new TensorStatistics(passes.elementCount(), 0, 0, 0, tally.zeroCount(), 0, finite);
  }

  private Finite finite(IntegerTally tally) throws IOException {
    BigInteger min = value(tally.min());
    BigInteger max = value(tally.max());
    BigInteger count = BigInteger.valueOf(tally.count());
    BigInteger sum = tally.sum().subtract(orderedZero.multiply(count));
    double standardDeviation = 0;
    Histogram histogram;
    if (min.equals(max)) {
      histogram = Histograms.ofOneValue(number(min), tally.count());
    } else {
      double meanOffset = Quotient.rounded(sum.subtract(min.multiply(count)), count, 0);
      IntegerSpread spread = new IntegerSpread(tally.min(), tally.max(), meanOffset);
      run(spread::add);
      standardDeviation = spread.standardDeviation(tally.count());
      histogram = Histograms.of(BinEdges.ofIntegers(number(min), number(max)), spread.counts());
    }
    int[] buckets = tally.quantileBuckets();
    return new Finite(
        tally.count(),
        number(min),
        number(max),
        Quotient.rounded(sum, count, 0),
        standardDeviation,
        quantiles(tally, buckets, min, max),
        min.equals(max) || Arrays.stream(buckets).allMatch(tally.buckets()::isExact),
        histogram);
  }

  private List<Number> quantiles(
      IntegerTally tally, int[] buckets, BigInteger min, BigInteger max) {
    return Arrays.stream(buckets)
        .mapToObj(bucket -> number(tally.buckets().representative(bucket).max(min).min(max)))
        .toList();
  }

  private BigInteger value(long ordered) {
    return BigInteger.valueOf(ordered).subtract(orderedZero);
  }

  private Number number(BigInteger value) {
    if (dtype == Dtype.U64) {
      return value;
    }
    return value.longValueExact();
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
    switch (dtype) {
      case I32 -> {
        for (int i = 0; i < count; i++) {
          tile[i] = block.get(INT, 4L * (begin + i));
        }
      }
      case U32 -> {
        for (int i = 0; i < count; i++) {
          tile[i] = block.get(INT, 4L * (begin + i)) & 0xffff_ffffL;
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          tile[i] = block.get(LONG, 8L * (begin + i)) ^ flip;
        }
      }
    }
  }
}
