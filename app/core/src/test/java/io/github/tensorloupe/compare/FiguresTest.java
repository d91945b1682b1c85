package io.github.tensorloupe.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Compares figures with a slow and exact reference implementation.
class FiguresTest {

  /// More than one tile.
  private static final int COUNT = 1200;

  private static final MathContext DIGITS = new MathContext(40);

  @TempDir Path folder;

  private static byte[] codes(Dtype dtype, Random random, int kind) {
    ElementType type = ElementType.of(dtype);
    byte[] bytes = new byte[COUNT * dtype.bits() / 8];
    if (kind == 0) {
      random.nextBytes(bytes);
      return bytes;
    }
    for (int i = 0; i < COUNT * type.partsPerElement(); i++) {
      type.put(bytes, i, type.encode(random.nextGaussian() * (kind == 1 ? 1 : 20)));
    }
    return bytes;
  }

  /// Returns a copy with some changed bits.
  private static byte[] changed(byte[] bytes, Random random) {
    byte[] changed = bytes.clone();
    for (int i = 0; i < changed.length; i++) {
      changed[i] ^= (byte) (random.nextInt(3) == 0 ? 1 << random.nextInt(8) : 0);
    }
    return changed;
  }

  @ParameterizedTest
  @EnumSource(Dtype.class)
  void agreeWithTheReferenceForEveryPairOfDtypes(Dtype a) throws IOException {
    Random random = new Random(a.ordinal());
    for (Dtype b : Dtype.values()) {
      // Each pair of different dtypes uses one kind of numbers, equal dtypes use all kinds.
      for (int kind = a == b ? 0 : (a.ordinal() + b.ordinal()) % 3;
          kind < 3;
          kind += a == b ? 1 : 3) {
        byte[] left = codes(a, random, kind);
        byte[] right = a == b ? changed(left, random) : codes(b, random, kind);
        try (TwoSides sides = TwoSides.of(folder, a, left, b, right, COUNT)) {
          check(
              a + " " + b + " " + kind,
              sides.results().getFirst().figures().get(),
              a,
              left,
              b,
              right);
        }
      }
    }
  }

  private static Number number(ElementType type, byte[] bytes, int part, int parts) {
    int own = type.partsPerElement() < parts ? part / 2 : part;
    return type.partsPerElement() < parts && part % 2 == 1
        ? 0.0
        : type.toNumber(type.code(MemorySegment.ofArray(bytes), own));
  }

  private static Optional<BigDecimal> exact(Number number) {
    return number instanceof Double value
        ? Double.isFinite(value) ? Optional.of(new BigDecimal(value)) : Optional.empty()
        : Optional.of(new BigDecimal(number.toString()));
  }

  private static void check(
      String what, Figures figures, Dtype dtypeA, byte[] bytesA, Dtype dtypeB, byte[] bytesB) {
    ElementType a = ElementType.of(dtypeA);
    ElementType b = ElementType.of(dtypeB);
    int parts = Math.max(a.partsPerElement(), b.partsPerElement());
    long changed = 0;
    long codes = 0;
    long nonFinite = 0;
    long changedNonFinite = 0;
    long flips = 0;
    long finite = 0;
    long first = -1;
    long maxDeltaIndex = -1;
    BigInteger ulp = BigInteger.ZERO;
    long[] bits = new long[a.partBits()];
    BigDecimal maxDelta = BigDecimal.ZERO;
    BigDecimal sum = BigDecimal.ZERO;
    BigDecimal squares = BigDecimal.ZERO;
    BigDecimal squaresA = BigDecimal.ZERO;
    BigDecimal squaresB = BigDecimal.ZERO;
    BigDecimal products = BigDecimal.ZERO;
    for (int i = 0; i < COUNT * parts; i++) {
      Number left = number(a, bytesA, i, parts);
      Number right = number(b, bytesB, i, parts);
      Optional<BigDecimal> exactA = exact(left);
      Optional<BigDecimal> exactB = exact(right);
      boolean bothFinite = exactA.isPresent() && exactB.isPresent();
      boolean differs =
          bothFinite
              ? exactA.get().compareTo(exactB.get()) != 0
              : exactA.isPresent() != exactB.isPresent() || !left.equals(right);
      boolean codesDiffer = false;
      if (dtypeA == dtypeB) {
        long codeA = a.code(MemorySegment.ofArray(bytesA), i);
        long codeB = a.code(MemorySegment.ofArray(bytesB), i);
        codesDiffer = codeA != codeB;
        for (int bit = 0; bit < bits.length; bit++) {
          bits[bit] += (codeA ^ codeB) >>> bit & 1;
        }
        if (bothFinite && !a.isInteger()) {
          ulp = ulp.max(ordered(a, codeA).subtract(ordered(a, codeB)).abs());
        }
      }
      changed += differs ? 1 : 0;
      codes += codesDiffer ? 1 : 0;
      first = first < 0 && (differs || codesDiffer) ? i / parts : first;
      if (!bothFinite) {
        nonFinite++;
        changedNonFinite += differs ? 1 : 0;
        continue;
      }
      finite++;
      flips += exactA.get().signum() * exactB.get().signum() < 0 ? 1 : 0;
      BigDecimal delta = exactB.get().subtract(exactA.get()).abs();
      if (delta.compareTo(maxDelta) > 0) {
        maxDelta = delta;
        maxDeltaIndex = i;
      }
      sum = sum.add(delta, DIGITS);
      squares = squares.add(delta.multiply(delta, DIGITS), DIGITS);
      squaresA = squaresA.add(exactA.get().pow(2, DIGITS), DIGITS);
      squaresB = squaresB.add(exactB.get().pow(2, DIGITS), DIGITS);
      products = products.add(exactA.get().multiply(exactB.get(), DIGITS), DIGITS);
    }
    assertThat(figures.changed()).as(what).isEqualTo(changed);
    assertThat(figures.changedCodes())
        .as(what)
        .isEqualTo(dtypeA == dtypeB ? OptionalLong.of(codes) : OptionalLong.empty());
    assertThat(figures.nonFinite()).as(what).hasValue(nonFinite);
    assertThat(figures.changedNonFinite()).as(what).isEqualTo(changedNonFinite);
    assertThat(figures.signFlips()).as(what).isEqualTo(flips);
    assertThat(figures.firstChanged().orElse(-1)).as(what).isEqualTo(first);
    assertThat(figures.bits())
        .as(what)
        .isEqualTo(
            dtypeA == dtypeB
                ? Optional.of(Arrays.stream(bits).boxed().toList())
                : Optional.empty());
    if (finite == 0) {
      assertThat(figures.maxAbs()).as(what).isEmpty();
      return;
    }
    assertThat(figures.maxUlp())
        .as(what)
        .isEqualTo(dtypeA == dtypeB && !a.isInteger() ? Optional.of(ulp) : Optional.empty());
    if (a.isInteger() && b.isInteger()) {
      assertThat(figures.maxAbs()).as(what).contains(maxDelta.toBigIntegerExact());
    } else {
      near(
          what,
          figures.maxAbs().map(Number::doubleValue).orElse(Double.POSITIVE_INFINITY),
          maxDelta);
    }
    assertThat(figures.maxAbsElement().orElse(-1))
        .as(what)
        .isEqualTo(maxDeltaIndex < 0 ? -1 : maxDeltaIndex / parts);
    if (maxDeltaIndex >= 0) {
      assertThat(figures.maxAbsIndex().get())
          .as(what)
          .isEqualTo(
              parts == 1 ? List.of(maxDeltaIndex) : List.of(maxDeltaIndex / 2, maxDeltaIndex % 2));
    }
    BigDecimal n = BigDecimal.valueOf(finite);
    near(what, figures.meanAbs(), sum.divide(n, DIGITS));
    near(what, figures.rms(), squares.divide(n, DIGITS).sqrt(DIGITS));
    if (squaresA.signum() > 0) {
      near(what, figures.relativeL2(), squares.divide(squaresA, DIGITS).sqrt(DIGITS));
      if (squaresB.signum() > 0) {
        double cosine =
            products.divide(squaresA.multiply(squaresB, DIGITS).sqrt(DIGITS), DIGITS).doubleValue();
        assertThat(figures.cosine().getAsDouble()).as(what).isCloseTo(cosine, within(1e-9));
      }
    }
  }

  private static BigInteger ordered(ElementType type, long code) {
    if (type.dtype() == Dtype.F8_E8M0) {
      return BigInteger.valueOf(code);
    }
    BigInteger unsigned = new BigInteger(Long.toUnsignedString(code));
    BigInteger magnitude = unsigned.clearBit(type.partBits() - 1);
    return unsigned.testBit(type.partBits() - 1) ? magnitude.negate() : magnitude;
  }

  private static void near(String what, OptionalDouble figure, BigDecimal expected) {
    near(what, figure.orElse(Double.POSITIVE_INFINITY), expected);
  }

  private static void near(String what, double figure, BigDecimal expected) {
    double nearest = expected.doubleValue();
    if (Double.isInfinite(nearest)) {
      assertThat(figure).as(what).isInfinite();
    } else {
      assertThat(figure).as(what).isCloseTo(nearest, within(1e-9 * Math.abs(nearest)));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e250, 1e-250, 1.7e308, 5e-324})
  void squaresNeitherOverflowNorUnderflow(double size) throws IOException {
    Random random = new Random(7);
    ByteBuffer a = littleEndian();
    ByteBuffer b = littleEndian();
    for (int i = 0; i < COUNT; i++) {
      a.putDouble(size * (random.nextBoolean() ? -1 : 1));
      b.putDouble(i % 5 == 0 ? a.getDouble(8 * i) : size * Math.rint(random.nextGaussian()) / 4);
    }
    try (TwoSides sides = TwoSides.of(folder, Dtype.F64, a.array(), Dtype.F64, b.array(), COUNT)) {
      check(
          "" + size,
          sides.results().getFirst().figures().get(),
          Dtype.F64,
          a.array(),
          Dtype.F64,
          b.array());
    }
  }

  private static ByteBuffer littleEndian() {
    return ByteBuffer.allocate(8 * COUNT).order(ByteOrder.LITTLE_ENDIAN);
  }

  @ParameterizedTest
  @EnumSource(names = {"BF16", "F16", "F32", "F64", "F8_E4M3", "F6_E2M3", "C64", "I64"})
  void neitherThreadsNorTheSizeOfChunksChangeAnything(Dtype dtype) throws IOException {
    int elements = 600_000;
    ElementType type = ElementType.of(dtype);
    Random random = new Random(3);
    byte[] a = new byte[elements * dtype.bits() / 8];
    for (int i = 0; i < elements * type.partsPerElement(); i++) {
      type.put(a, i, type.encode(random.nextGaussian() * 1000));
    }
    byte[] b = a.clone();
    for (int i = 100_000; i < b.length; i++) {
      b[i] ^= (byte) (random.nextInt(4) == 0 ? 3 : 0);
    }
    try (TwoSides sides = TwoSides.of(folder, dtype, a, dtype, b, elements)) {
      PairResult one = TwoSides.results(new PairScan(1), sides.pairs()).getFirst();
      int[][] threadsAndChunks = {
        {1, 1}, {1, 1 << 17}, {1, 1 << 22}, {2, 1}, {2, 1 << 19}, {4, 1 << 17}, {4, 1 << 19}
      };
      for (int[] each : threadsAndChunks) {
        PairScan scan = new PairScan(new ChunkedScan(each[0]), each[1]);
        assertThat(TwoSides.results(scan, sides.pairs())).containsExactly(one);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BF16", "F32", "F8_E5M2", "I8", "U64"})
  void swappingTheSidesKeepsWhatHasNoDirection(Dtype dtype) throws IOException {
    Random random = new Random(9);
    byte[] a = codes(dtype, random, 2);
    byte[] b = changed(a, random);
    try (TwoSides sides = TwoSides.of(folder, dtype, a, dtype, b, COUNT);
        TwoSides swapped = new TwoSides(sides.b(), sides.a())) {
      Figures there = sides.results().getFirst().figures().get();
      Figures back = swapped.results().getFirst().figures().get();
      assertThat(back)
          .usingRecursiveComparison()
          .ignoringFields("relativeL2", "sumSquaresA")
          .isEqualTo(there);
      assertThat(back.relativeL2()).isNotEqualTo(there.relativeL2());
    }
  }

  @Test
  void largestDifferenceIsTheFirstOfEquallyLargeOnes() throws IOException {
    byte[] a = new byte[2 * COUNT];
    byte[] b = new byte[2 * COUNT];
    for (int i = 1025; i < COUNT; i++) {
      ElementType.of(Dtype.BF16).put(b, i, ElementType.of(Dtype.BF16).encode(-3));
    }
    try (TwoSides sides = TwoSides.of(folder, Dtype.BF16, a, Dtype.BF16, b, COUNT)) {
      assertThat(sides.results().getFirst().figures().get().maxAbsElement()).hasValue(1025);
    }
  }
}
