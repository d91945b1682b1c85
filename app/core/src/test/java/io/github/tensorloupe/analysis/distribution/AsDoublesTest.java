package io.github.tensorloupe.analysis.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AsDoublesTest {

  /// More distinct values than are stored individually.
  private static final int MANY = 70_000;

  private static final long BEYOND_DOUBLES = (1L << 53) + 1;

  private record Cell(long first, long last, long count) {}

  private static List<Cell> cells(FiniteValues values) {
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      cells.add(new Cell(values.cells().first(i), values.cells().last(i), values.count(i)));
    }
    return cells;
  }

  private static FiniteValues asDoubles(Dtype dtype, long... codes) {
    return Counted.of(dtype, codes).values.asDoubles();
  }

  private static void assertSame(FiniteValues found, FiniteValues expected) {
    assertThat(found.type()).isEqualTo(expected.type());
    assertThat(isEachValueKnown(found)).isEqualTo(isEachValueKnown(expected));
    assertThat(cells(found)).isEqualTo(cells(expected));
  }

  private static boolean isEachValueKnown(FiniteValues values) {
    return values.cells().buckets() == Buckets.SINGLE;
  }

  @Test
  void valuesThatAreDoublesStayKnownOneByOne() {
    FiniteValues doubles = Counted.ofNumbers(Dtype.F64, -2.5, -1, 0, 0.75, 3).values;

    for (Dtype dtype : new Dtype[] {Dtype.F16, Dtype.BF16, Dtype.F32}) {
      FiniteValues found = Counted.ofNumbers(dtype, 3, -1, 0.75, -2.5, 0).values.asDoubles();
      assertSame(found, doubles);
      assertThat(found.numberAt(found.minRank())).isEqualTo(-2.5);
      assertThat(found.numberAt(found.maxRank())).isEqualTo(3.0);
    }
  }

  @Test
  void wholeNumbersThatAreDoublesStayKnownOneByOne() {
    FiniteValues found = asDoubles(Dtype.I64, BEYOND_DOUBLES - 1, -7, -BEYOND_DOUBLES + 1);

    assertSame(found, Counted.ofNumbers(Dtype.F64, -0x1p53, -7, 0x1p53).values);
    assertSame(asDoubles(Dtype.U8, 7), Counted.ofNumbers(Dtype.F64, 7).values);
    assertSame(asDoubles(Dtype.U64, 1L << 63, 5), Counted.ofNumbers(Dtype.F64, 5, 0x1p63).values);
  }

  @Test
  void integerThatIsNotADoubleIsNotAssumedToBeTheNearest() {
    for (long other : new long[] {0, -1, BEYOND_DOUBLES - 1}) {
      FiniteValues found = asDoubles(Dtype.I64, other, BEYOND_DOUBLES, BEYOND_DOUBLES + 1);

      assertThat(isEachValueKnown(found)).as("with " + other).isFalse();
      assertThat(found.numberAt(found.maxRank())).isEqualTo(0x1p53 + 2);
    }
    assertThat(isEachValueKnown(asDoubles(Dtype.I64, -BEYOND_DOUBLES, 0, 1))).isFalse();
    FiniteValues unsigned = asDoubles(Dtype.U64, 1, 3, -1);
    assertThat(isEachValueKnown(unsigned)).isFalse();
    assertThat(unsigned.numberAt(unsigned.maxRank())).isEqualTo(0x1p64);
  }

  /// Truncates a number after its first 9 bits: the number nearest to 0 in its bucket.
  private static long inner(long value) {
    long magnitude = Math.absExact(value);
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(magnitude) - 9);
    return Long.signum(value) * (magnitude >>> shift << shift);
  }

  @ParameterizedTest
  @EnumSource(
      value = Dtype.class,
      names = {"I32", "I64"})
  void bucketsOfWholeNumbersLieInThoseOfTheirDoubles(Dtype dtype) {
    LongUnaryOperator fit = value -> dtype == Dtype.I32 ? (int) value : value;
    Random random = new Random(5);
    long[] values =
        random
            .longs(MANY)
            .map(bits -> bits >> (bits & 31))
            .map(fit)
            .filter(value -> value != Long.MIN_VALUE)
            .toArray();
    long mask = dtype == Dtype.I32 ? 0xffff_ffffL : -1;
    FiniteValues own =
        Counted.of(dtype, Arrays.stream(values).map(value -> value & mask).toArray()).values;
    assertThat(isEachValueKnown(own)).isFalse();

    FiniteValues found = own.asDoubles();

    double[] inner = Arrays.stream(values).mapToDouble(AsDoublesTest::inner).toArray();
    assertSame(found, Counted.ofNumbers(Dtype.F64, inner).values);
    assertThat(found.numberAt(found.minRank()))
        .isEqualTo((double) Arrays.stream(values).min().orElseThrow());
    assertThat(found.numberAt(found.maxRank()))
        .isEqualTo((double) Arrays.stream(values).max().orElseThrow());
  }

  @Test
  void bucketsOfFloatsAreThoseOfTheirDoubles() {
    Random random = new Random(6);
    double[] values =
        random.doubles(MANY, -3, 3).map(value -> (float) (value * value * value)).toArray();
    FiniteValues own = Counted.ofNumbers(Dtype.F32, values).values;
    assertThat(isEachValueKnown(own)).isFalse();

    FiniteValues found = own.asDoubles();

    assertSame(found, Counted.ofNumbers(Dtype.F64, values).values);
    assertThat(found.numberAt(found.minRank()))
        .isEqualTo(Arrays.stream(values).min().orElseThrow());
    assertThat(found.numberAt(found.maxRank()))
        .isEqualTo(Arrays.stream(values).max().orElseThrow());
  }

  @Test
  void nothingAndDoublesAreLeftAsTheyAre() {
    FiniteValues doubles = Counted.ofNumbers(Dtype.F64, 1, 2).values;
    FiniteValues nothing = Counted.of(Dtype.F32, 0x7fc0_0000L).values;

    assertThat(doubles.asDoubles()).isSameAs(doubles);
    assertThat(nothing.asDoubles().size()).isZero();
  }
}
