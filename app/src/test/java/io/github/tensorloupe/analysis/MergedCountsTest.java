package io.github.tensorloupe.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// What two threads counted must be what one would have.
class MergedCountsTest {

  private static final int COUNT = 3000;
  private static final int SPLIT = 1100;

  private static float[] randomFloats() {
    float[] values = new float[COUNT];
    Random random = new Random(21);
    for (int i = 0; i < COUNT; i++) {
      values[i] = Float.intBitsToFloat(random.nextInt());
    }
    return values;
  }

  private static double[] randomDoubles() {
    return new Random(22).longs(COUNT).mapToDouble(Double::longBitsToDouble).toArray();
  }

  @Test
  void patternCountsAddUp() {
    ElementType type = ElementType.of(Dtype.F16);
    byte[] bytes = new byte[2 * COUNT];
    new Random(20).nextBytes(bytes);
    MemorySegment all = MemorySegment.ofArray(bytes);
    PatternCounts whole = new PatternCounts(type);
    whole.add(all, COUNT);
    PatternCounts merged = new PatternCounts(type);
    merged.add(all, SPLIT);
    PatternCounts rest = new PatternCounts(type);
    rest.add(all.asSlice(2 * SPLIT), COUNT - SPLIT);
    merged.merge(rest);
    for (int code = 0; code <= 0xffff; code++) {
      assertThat(merged.count(code)).isEqualTo(whole.count(code));
    }
  }

  @Test
  void floatTalliesAddUpInAnyOrder() {
    MemorySegment all = MemorySegment.ofArray(randomFloats());
    FloatTally whole = new FloatTally();
    whole.add(all, COUNT);
    FloatTally rest = new FloatTally();
    rest.add(all.asSlice(4 * SPLIT), COUNT - SPLIT);
    FloatTally first = new FloatTally();
    first.add(all, SPLIT);
    rest.merge(first);
    assertSame(rest.totals(), whole.totals());
  }

  @Test
  void floatTalliesOfManyMillionsKeepCountsAndSumApart() {
    float[] block = new float[200_000];
    // All lower bits are set, so that their sum grows fastest.
    float value = Float.intBitsToFloat(0x3fff_ffff);
    Arrays.fill(block, value);
    FloatTally tally = new FloatTally();
    for (int i = 0; i < 100; i++) {
      tally.add(MemorySegment.ofArray(block), block.length);
    }
    assertThat(tally.totals().finiteCount()).isEqualTo(20_000_000);
    assertThat(tally.totals().mean()).isEqualTo(value);
  }

  @Test
  void doubleTalliesAddUpInAnyOrder() {
    double[] all = randomDoubles();
    DoubleTally whole = new DoubleTally();
    whole.add(all, COUNT);
    DoubleTally rest = new DoubleTally();
    rest.add(Arrays.copyOfRange(all, SPLIT, COUNT), COUNT - SPLIT);
    DoubleTally first = new DoubleTally();
    first.add(all, SPLIT);
    rest.merge(first);
    assertSame(rest.totals(), whole.totals());
  }

  private static void assertSame(RealTotals merged, RealTotals whole) {
    assertThat(whole.nanCount()).isPositive();
    assertThat(merged.nanCount()).isEqualTo(whole.nanCount());
    assertThat(merged.positiveInfinityCount()).isEqualTo(whole.positiveInfinityCount());
    assertThat(merged.negativeInfinityCount()).isEqualTo(whole.negativeInfinityCount());
    assertThat(merged.subnormalCount()).isEqualTo(whole.subnormalCount());
    assertThat(merged.finiteCount()).isEqualTo(whole.finiteCount());
    assertThat(merged.min()).isEqualTo(whole.min());
    assertThat(merged.max()).isEqualTo(whole.max());
    assertThat(merged.mean()).isEqualTo(whole.mean());
    assertThat(merged.quantiles()).isEqualTo(whole.quantiles());
  }

  @Test
  void integerTalliesAddUp() {
    long[] all = new Random(23).longs(COUNT).toArray();
    IntegerTally whole = new IntegerTally(Long.MIN_VALUE);
    whole.add(all, COUNT);
    IntegerTally merged = new IntegerTally(Long.MIN_VALUE);
    merged.add(Arrays.copyOfRange(all, SPLIT, COUNT), COUNT - SPLIT);
    IntegerTally first = new IntegerTally(Long.MIN_VALUE);
    first.add(all, SPLIT);
    merged.merge(first);
    assertThat(merged.count()).isEqualTo(COUNT);
    assertThat(merged.sum()).isEqualTo(whole.sum());
    assertThat(merged.min()).isEqualTo(whole.min());
    assertThat(merged.max()).isEqualTo(whole.max());
    assertThat(merged.quantileBuckets()).isEqualTo(whole.quantileBuckets());
  }

  @Test
  void floatSpreadsAddUp() {
    double[] all = new Random(24).doubles(COUNT).toArray();
    double mean = DoubleStream.of(all).average().orElseThrow();
    FloatSpread whole = new FloatSpread(0, 1, mean);
    whole.add(all, COUNT);
    FloatSpread merged = new FloatSpread(0, 1, mean);
    merged.add(all, SPLIT);
    FloatSpread rest = new FloatSpread(0, 1, mean);
    rest.add(Arrays.copyOfRange(all, SPLIT, COUNT), COUNT - SPLIT);
    merged.merge(rest);
    assertThat(merged.counts()).isEqualTo(whole.counts());
    assertThat(merged.standardDeviation(COUNT))
        .isCloseTo(whole.standardDeviation(COUNT), within(1e-14));
  }

  @Test
  void integerSpreadsAddUp() {
    long[] all = new Random(25).longs(COUNT, -500, 501).toArray();
    double offset = LongStream.of(all).average().orElseThrow() + 500;
    IntegerSpread whole = new IntegerSpread(-500, 500, offset);
    whole.add(all, COUNT);
    IntegerSpread merged = new IntegerSpread(-500, 500, offset);
    merged.add(all, SPLIT);
    IntegerSpread rest = new IntegerSpread(-500, 500, offset);
    rest.add(Arrays.copyOfRange(all, SPLIT, COUNT), COUNT - SPLIT);
    merged.merge(rest);
    assertThat(merged.counts()).isEqualTo(whole.counts());
    assertThat(merged.standardDeviation(COUNT))
        .isCloseTo(whole.standardDeviation(COUNT), within(1e-11));
  }
}
