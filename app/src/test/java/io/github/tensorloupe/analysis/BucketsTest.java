package io.github.tensorloupe.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BucketsTest {

  private static final FloatBuckets DOUBLES = new FloatBuckets(-1074, 1023);

  private static int index(double value) {
    return DOUBLES.index(Double.doubleToRawLongBits(value));
  }

  @Test
  void floatBucketsAscendFromTheFirstToTheLast() {
    double[] values = {
      -Double.MAX_VALUE,
      -1e300,
      -1.5,
      -1,
      -Double.MIN_NORMAL,
      -1e-310,
      -Double.MIN_VALUE,
      0,
      Double.MIN_VALUE,
      3 * Double.MIN_VALUE,
      1e-310,
      Double.MIN_NORMAL,
      1,
      1.01,
      Double.MAX_VALUE
    };
    for (int i = 1; i < values.length; i++) {
      assertThat(index(values[i])).isGreaterThan(index(values[i - 1]));
    }
    assertThat(index(values[0])).isZero();
    assertThat(index(Double.MAX_VALUE)).isEqualTo(DOUBLES.size() - 1);
    assertThat(index(-0.0)).isEqualTo(index(0.0)).isEqualTo(DOUBLES.zeroIndex());
  }

  @Test
  void floatBucketsHoldOneRepresentativeNearToAll() {
    Random random = new Random(31);
    for (int i = 0; i < 20_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong() >>> (i % 2) * random.nextInt(60));
      if (Double.isFinite(value) && value != 0) {
        double representative = DOUBLES.representative(index(value));
        BigDecimal error = new BigDecimal(representative).subtract(new BigDecimal(value)).abs();
        assertThat(error.multiply(new BigDecimal(256)))
            .as("%s for %s", representative, value)
            .isLessThanOrEqualTo(new BigDecimal(value).abs());
      }
    }
  }

  @Test
  void integerBucketsAscendWithoutGaps() {
    IntegerBuckets signed = new IntegerBuckets(true);
    for (long value = -5000; value < 5000; value++) {
      assertThat(signed.index(value + 1) - signed.index(value)).isBetween(0, 1);
    }
    assertThat(signed.index(Long.MIN_VALUE)).isNotNegative();
    assertThat(signed.index(Long.MAX_VALUE)).isLessThan(signed.size());
    IntegerBuckets unsigned = new IntegerBuckets(false);
    assertThat(unsigned.index(0)).isZero();
    assertThat(unsigned.index(-1)).isEqualTo(unsigned.size() - 1);
  }

  @Test
  void integerBucketsHoldOneRepresentativeNearToAll() {
    Random random = new Random(32);
    IntegerBuckets unsigned = new IntegerBuckets(false);
    IntegerBuckets signed = new IntegerBuckets(true);
    for (int i = 0; i < 20_000; i++) {
      long value = random.nextLong() >> random.nextInt(64);
      assertNear(signed, value, BigInteger.valueOf(value));
      assertNear(unsigned, value, new BigInteger(Long.toUnsignedString(value)));
    }
  }

  private static void assertNear(IntegerBuckets buckets, long value, BigInteger exact) {
    int index = buckets.index(value);
    BigInteger error = buckets.representative(index).subtract(exact).abs();
    assertThat(error.shiftLeft(8)).as("%s", exact).isLessThanOrEqualTo(exact.abs());
    assertThat(buckets.isExact(index)).isEqualTo(exact.abs().bitLength() <= 9);
  }
}
