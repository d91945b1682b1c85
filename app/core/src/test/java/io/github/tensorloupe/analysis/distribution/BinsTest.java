package io.github.tensorloupe.analysis.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.testing.Rounds;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BinsTest {

  private static final MathContext PRECISION = new MathContext(1200);

  private static BigDecimal edge(BigDecimal low, BigDecimal high, int index, int count) {
    return low.multiply(BigDecimal.valueOf(count - index))
        .add(high.multiply(BigDecimal.valueOf(index)))
        .divide(BigDecimal.valueOf(count), PRECISION);
  }

  private static void assertRoundedOnce(double low, double high, int count) {
    Bins bins = Bins.linear(low, high, count);
    for (int i = 0; i <= count; i++) {
      double expected = edge(new BigDecimal(low), new BigDecimal(high), i, count).doubleValue();
      assertThat(bins.edge(i)).as("%s to %s, %s", low, high, i).isEqualTo(expected);
    }
  }

  private static double number(Random random, int kind) {
    double number =
        switch (kind) {
          case 0 -> Double.longBitsToDouble(random.nextLong());
          case 1 -> Float.intBitsToFloat(random.nextInt());
          case 2 -> random.nextInt(2000) * Double.MIN_VALUE;
          case 3 -> Double.MAX_VALUE * random.nextDouble();
          default -> random.nextGaussian();
        };
    return Double.isFinite(number) ? random.nextBoolean() ? number : -number : 0;
  }

  @Test
  void edgesBetweenFloatsAreRoundedOnce() {
    Random random = new Random(81);
    for (int round = 0; round < Rounds.of(100); round++) {
      double one = number(random, round % 5);
      double other = number(random, round % 5);
      if (one != other) {
        int count = random.nextBoolean() ? 64 : 1 + random.nextInt(100);
        assertRoundedOnce(Math.min(one, other), Math.max(one, other), count);
      }
    }
    // As close to the midpoint of two doubles, and to zero, as edges can be.
    assertRoundedOnce(1, Math.nextUp(1.0), 64);
    assertRoundedOnce(-1, Math.nextUp(1.0), 64);
    assertRoundedOnce(-0.1, 0.1, 3);
  }

  private static void assertExact(Number low, Number high) {
    Bins bins = Bins.between(low, high, 64);
    for (int i = 0; i <= 64; i++) {
      BigDecimal expected =
          edge(new BigDecimal(low.toString()), new BigDecimal(high.toString()), i, 64);
      assertThat(bins.exactEdge(i)).isEqualByComparingTo(expected);
      assertThat(bins.edge(i)).isEqualTo(expected.doubleValue());
      boolean isDouble = new BigDecimal(bins.edge(i)).compareTo(expected) == 0;
      StringBuilder text = new StringBuilder();
      bins.append(i, text);
      Number number = isDouble ? (Number) bins.edge(i) : bins.exactEdge(i);
      assertThat(text).hasToString(number.toString());
    }
  }

  @Test
  void edgesBetweenIntegersAreExact() {
    Random random = new Random(82);
    for (int round = 0; round < Rounds.of(100); round++) {
      long one = random.nextLong() >> round % 60;
      long other = random.nextLong() >> round % 60;
      if (one != other) {
        assertExact(Math.min(one, other), Math.max(one, other));
      }
    }
    assertExact(Long.MIN_VALUE, Long.MAX_VALUE);
    assertExact(Long.MAX_VALUE - 1, Long.MAX_VALUE);
    assertExact(Long.MIN_VALUE, Long.MIN_VALUE + 1);
    assertExact((1L << 56) - 3, (1L << 56) + 3);
    assertExact((1L << 53) - 3, (1L << 53) + 3);
    assertExact(BigInteger.ZERO, BigInteger.valueOf(Long.MAX_VALUE));
    assertExact(BigInteger.ONE, BigInteger.TWO.pow(64).subtract(BigInteger.ONE));
  }
}
