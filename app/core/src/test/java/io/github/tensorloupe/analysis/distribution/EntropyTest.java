package io.github.tensorloupe.analysis.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntropyTest {

  private static double bitsPerPart(Distribution distribution) {
    return distribution.entropy().totalBits() / distribution.counts().total();
  }

  /// Computes the entropy by its definition, over classes of codes.
  private static double expected(long[] codes, Function<Long, Object> toClass) {
    Map<Object, Long> counts =
        LongStream.of(codes).boxed().collect(Collectors.groupingBy(toClass, Collectors.counting()));
    double bits = 0;
    for (long count : counts.values()) {
      double share = (double) count / codes.length;
      bits -= share * (Math.log(share) / Math.log(2));
    }
    return bits;
  }

  private static long[] codes(Dtype dtype, Random random, int count) {
    int bits = ElementType.of(dtype).partBits();
    // Small numbers are more frequent than large ones.
    int spread = 1 + random.nextInt(Math.min(bits, 16));
    return LongStream.range(0, count)
        .map(_ -> random.nextLong() >>> Long.SIZE - 1 - random.nextInt(spread))
        .map(code -> random.nextBoolean() ? code : code << bits - spread)
        .map(code -> bits == Long.SIZE ? code : code & (1L << bits) - 1)
        .toArray();
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void equalValuesTakeNothing(Dtype dtype) {
    for (int count : new int[] {1, 2, 100, 5_000, 100_000}) {
      long[] codes = new long[count];
      Arrays.fill(codes, 1);

      Entropy entropy = Counted.of(dtype, codes).entropy();

      assertThat(entropy.totalUnits()).isZero();
      assertThat(entropy.isExact()).isTrue();
      assertThat(entropy.storedBits()).isEqualTo(count * (long) ElementType.of(dtype).partBits());
    }
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void twoEquallyFrequentValuesTakeOneBit(Dtype dtype) {
    long[] codes = LongStream.range(0, 10_000).map(i -> i & 1).toArray();

    assertThat(bitsPerPart(Counted.of(dtype, codes))).isEqualTo(1);
  }

  @Test
  void evenlySpreadBytesTakeEightBits() {
    long[] codes = LongStream.range(0, 256 * 40).map(i -> i & 0xff).toArray();

    for (Dtype dtype : new Dtype[] {Dtype.U8, Dtype.I8, Dtype.F8_E4M3, Dtype.F8_E5M2}) {
      assertThat(bitsPerPart(Counted.of(dtype, codes))).isEqualTo(8);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Dtype.class,
      names = {"I32", "U32", "F32", "C64", "F64", "I64", "U64"},
      mode = EnumSource.Mode.EXCLUDE)
  void everyPatternOfUpTo16BitsCountsByItself(Dtype dtype) {
    Random random = new Random(dtype.ordinal());
    for (int round = 0; round < 20; round++) {
      long[] codes = codes(dtype, random, 1 + random.nextInt(30_000));

      Distribution distribution = Counted.shared(dtype, random, codes);

      assertThat(bitsPerPart(distribution)).isCloseTo(expected(codes, code -> code), within(1e-4));
      assertThat(distribution.entropy().isExact()).isTrue();
    }
  }

  @Test
  void signedZerosAndNanPatternsAreDistinguished() {
    ElementType type = ElementType.of(Dtype.BF16);
    long[] codes = {0, 0x8000, 0x7fc0, 0x7fc1, 0, 0x8000, 0x7fc0, 0x7fc1};

    assertThat(type.toDouble(0x7fc1)).isNaN();
    assertThat(bitsPerPart(Counted.of(Dtype.BF16, codes))).isEqualTo(2);
  }

  @Test
  void trailingBitsOfWideFloatsCountAsIncompressible() {
    Random random = new Random(3);
    long[] codes =
        random.doubles(200_000, 1, 2).mapToLong(ElementType.of(Dtype.F32)::encode).toArray();

    Distribution distribution = Counted.of(Dtype.F32, codes);

    // One exponent: 7 leading and 16 trailing bits of the mantissa.
    assertThat(bitsPerPart(distribution)).isCloseTo(23, within(0.01));
    assertThat(distribution.entropy().isExact()).isFalse();
    long[] doubles =
        random.doubles(200_000, 1, 2).mapToLong(ElementType.of(Dtype.F64)::encode).toArray();
    assertThat(bitsPerPart(Counted.of(Dtype.F64, doubles))).isCloseTo(52, within(0.01));
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, 30_000, 40_000})
  void uniqueWideValuesDoNotCountAsCompressible(int count) {
    long[] codes =
        new Random(4).doubles(count, 1, 2).mapToLong(ElementType.of(Dtype.F32)::encode).toArray();

    assertThat(bitsPerPart(Counted.of(Dtype.F32, codes))).isBetween(22.5, 23.01);
  }

  @Test
  void smallIntegersAreKnownByThemselves() {
    Random random = new Random(5);
    for (Dtype dtype : new Dtype[] {Dtype.I32, Dtype.U32, Dtype.I64, Dtype.U64}) {
      for (int count : new int[] {20_000, 100_000}) {
        long[] codes = random.longs(count, 0, 500).toArray();

        Distribution distribution = Counted.of(dtype, codes);

        assertThat(bitsPerPart(distribution))
            .isCloseTo(expected(codes, code -> code), within(1e-4));
        assertThat(distribution.entropy().isExact()).isTrue();
      }
    }
  }

  @Test
  void entropyOfLeadingBitsOfWideFloatsIsExact() {
    Random random = new Random(6);
    for (int round = 0; round < 5; round++) {
      long[] codes =
          random
              .doubles(50_000)
              .map(value -> Math.exp(6 * value))
              .mapToLong(ElementType.of(Dtype.F32)::encode)
              .toArray();

      // The buckets of the smallest and the largest value end at these values and have fewer
      // unknown bits.
      assertThat(bitsPerPart(Counted.of(Dtype.F32, codes)))
          .isCloseTo(16 + expected(codes, code -> code >>> 16), within(0.02));
    }
  }

  @Test
  void tensorsTogetherTakeWhatTheyTakeOneByOne() {
    Random random = new Random(7);
    List<Distribution> parts =
        Stream.of(Dtype.BF16, Dtype.U8, Dtype.F32, Dtype.F4)
            .map(dtype -> Counted.of(dtype, codes(dtype, random, 10_000)))
            .toList();

    Entropy sum = Distribution.sum(parts).entropy();

    assertThat(sum.totalUnits())
        .isEqualTo(parts.stream().mapToLong(part -> part.entropy().totalUnits()).sum());
    assertThat(sum.storedBits()).isEqualTo(10_000 * (16 + 8 + 32 + 4));
    assertThat(Distribution.sum(parts.reversed()).entropy()).isEqualTo(sum);
  }

  @Test
  void nothingTakesNothing() {
    assertThat(Distribution.sum(List.of()).entropy()).isEqualTo(Entropy.NONE);
    assertThat(Counted.of(Dtype.F32).entropy()).isEqualTo(Entropy.NONE);
    assertThat(Counted.of(Dtype.BF16).entropy()).isEqualTo(Entropy.NONE);
  }
}
