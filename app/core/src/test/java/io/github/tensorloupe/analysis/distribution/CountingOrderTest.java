package io.github.tensorloupe.analysis.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.Rounds;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The result is bit-for-bit the same for all assignments to threads and all orders.
class CountingOrderTest {

  private static long[] randomCodes(Dtype dtype, int count, Random random) {
    ElementType type = ElementType.of(dtype);
    // Random bits, and numbers distributed like weights.
    return random
        .longs(count)
        .map(
            bits ->
                (bits & 3) == 0
                    ? bits >>> -type.partBits()
                    : type.encode(random.nextGaussian() * 40))
        .toArray();
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void neitherThreadsNorOrderMatter(Dtype dtype) {
    Random random = new Random(51);
    for (int count : new int[] {1, 30, 2000, 32_768, 32_769, 50_000}) {
      long[] codes = randomCodes(dtype, count, random);
      List<Object> alone = Counted.allResults(Counted.of(dtype, codes));
      for (int round = 0; round < Rounds.of(2); round++) {
        assertThat(Counted.allResults(Counted.shared(dtype, random, codes))).isEqualTo(alone);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void partsAddUpToTheWhole(Dtype dtype) {
    Random random = new Random(52);
    long[] codes = randomCodes(dtype, 50_000, random);
    List<Distribution> parts = new ArrayList<>();
    for (long[] piece : Counted.pieces(random, codes)) {
      parts.add(Counted.of(dtype, piece));
    }
    Distribution whole = Counted.of(dtype, codes);
    Distribution sum = Distribution.sum(parts);
    assertThat(sum.counts()).isEqualTo(whole.counts());
    assertThat(sum.summary()).isEqualTo(whole.summary());
    assertThat(sum.min()).isEqualTo(whole.min());
    assertThat(sum.max()).isEqualTo(whole.max());
  }

  @Test
  void sumsDoNotDependOnOrderOrGrouping() {
    Random random = new Random(53);
    for (int round = 0; round < Rounds.of(10); round++) {
      List<Distribution> parts = randomParts(random);
      List<Object> expected = Counted.allResults(Distribution.sum(parts));
      Collections.shuffle(parts, random);
      assertThat(Counted.allResults(Distribution.sum(parts))).isEqualTo(expected);
      while (parts.size() > 1) {
        int size = 1 + random.nextInt(Math.min(3, parts.size()));
        List<Distribution> group = List.copyOf(parts.subList(0, size));
        parts.subList(0, size).clear();
        parts.add(random.nextInt(parts.size() + 1), Distribution.sum(group));
      }
      assertThat(Counted.allResults(parts.getFirst())).isEqualTo(expected);
    }
  }

  private static List<Distribution> randomParts(Random random) {
    int[] sizes = {0, 1, 16, 3000, 40_000};
    List<Dtype> dtypes = new ArrayList<>();
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      dtypes.add(Dtype.values()[random.nextInt(Dtype.values().length)]);
    }
    List<Distribution> parts = new ArrayList<>();
    for (int i = 2 + random.nextInt(14); i > 0; i--) {
      Dtype dtype = dtypes.get(random.nextInt(dtypes.size()));
      int size = sizes[random.nextInt(sizes.length)];
      parts.add(Counted.of(dtype, randomCodes(dtype, size, random)));
    }
    return parts;
  }

  @Test
  void sumsOfManySmallTensorsDoNotDependOnGroupingAtTheLimitOfSingleValues() {
    Random random = new Random(54);
    for (Dtype dtype : new Dtype[] {Dtype.F32, Dtype.I64}) {
      List<Distribution> parts = new ArrayList<>();
      for (int i = 0; i < 9; i++) {
        long mask = dtype == Dtype.F32 ? 0x7eff_ffffL : -1;
        parts.add(Counted.of(dtype, random.longs(8192).map(bits -> bits & mask).toArray()));
      }
      Distribution sum = Distribution.sum(parts);
      assertThat(sum.isExact()).isFalse();
      Distribution first = Distribution.sum(parts.subList(0, 5));
      assertThat(first.isExact()).isTrue();
      Distribution second = Distribution.sum(parts.subList(5, 9));
      assertThat(Counted.allResults(Distribution.sum(List.of(second, first))))
          .isEqualTo(Counted.allResults(sum));
    }
  }

  @Test
  void countsAndSumsAgreeWhileTheBytesChange() throws InterruptedException {
    byte[] bytes = new byte[4 << 18];
    AtomicBoolean done = new AtomicBoolean();
    Thread writer = Thread.ofPlatform().start(() -> fillInTurns(bytes, done));
    try {
      for (int round = 0; round < 100; round++) {
        PartCounts counts = PartCounts.of(Dtype.F32, 1 << 18);
        counts.add(new Chunk(null, MemorySegment.ofArray(bytes), 0, 1 << 18));
        Distribution found = counts.result();
        long ones = found.histogram(Bins.linear(0.5, 1.5, 1)).counts()[0];
        long zeros = found.counts().zero();
        assertThat(zeros + ones).isEqualTo(1 << 18);
        assertThat(found.mean()).isEqualTo(ones / (double) (1 << 18));
      }
    } finally {
      done.set(true);
      writer.join();
    }
  }

  private static void fillInTurns(byte[] bytes, AtomicBoolean done) {
    MemorySegment segment = MemorySegment.ofArray(bytes);
    for (int turn = 0; !done.get(); turn++) {
      int bits = Float.floatToRawIntBits(turn & 1);
      for (long at = 0; at < bytes.length; at += Integer.BYTES) {
        segment.set(ValueLayout.JAVA_INT_UNALIGNED, at, bits);
      }
    }
  }

  @Test
  void nothingAddsUpToNothing() {
    Distribution nothing = Distribution.sum(List.of());
    assertThat(nothing.counts()).isEqualTo(ValueCounts.NONE);
    assertThat(nothing.hasFinite()).isFalse();
    assertThat(nothing.histogram(Bins.linear(0, 1, 3)).counts()).containsExactly(0, 0, 0);
    Distribution one = Counted.ofNumbers(Dtype.BF16, 1, 2);
    assertThat(Counted.allResults(Distribution.sum(List.of(nothing, one))))
        .isEqualTo(Counted.allResults(one));
  }
}
