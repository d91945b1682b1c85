package io.github.tensorloupe.analysis.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MomentsTest {

  private static final MathContext PRECISION = new MathContext(1200);

  private static BigDecimal power(int exponent) {
    BigDecimal power = new BigDecimal(BigInteger.TWO.pow(Math.abs(exponent)));
    return exponent < 0 ? BigDecimal.ONE.divide(power, PRECISION) : power;
  }

  @Test
  void quotientsAreRoundedOnce() {
    Random random = new Random(42);
    for (int i = 0; i < 3000; i++) {
      BigInteger numerator = new BigInteger(1 + random.nextInt(200), random);
      BigInteger denominator = BigInteger.valueOf(random.nextLong(1, 1L << 1 + i % 62));
      int exponent = random.nextInt(-1300, 900);
      double expected =
          new BigDecimal(numerator)
              .multiply(power(exponent))
              .divide(new BigDecimal(denominator), PRECISION)
              .doubleValue();
      assertThat(Moments.rounded(numerator, denominator, exponent)).isEqualTo(expected);
      assertThat(Moments.rounded(numerator.negate(), denominator, exponent))
          .isEqualTo(numerator.signum() == 0 ? 0 : -expected);
    }
  }

  @Test
  void rootsAreRoundedOnce() {
    Random random = new Random(43);
    MathContext digits = new MathContext(400);
    for (int i = 0; i < 1000; i++) {
      BigInteger radicand = new BigInteger(1 + random.nextInt(400), random);
      if (i % 3 == 0) {
        radicand = radicand.multiply(radicand);
      }
      BigInteger denominator = BigInteger.valueOf(random.nextLong(1, 1L << 1 + i % 40));
      int exponent = random.nextInt(-1200, 700);
      double expected =
          new BigDecimal(radicand)
              .sqrt(digits)
              .multiply(power(exponent), digits)
              .divide(new BigDecimal(denominator), digits)
              .doubleValue();
      assertThat(Moments.ofRoot(radicand, denominator, exponent)).isEqualTo(expected);
    }
  }

  @Test
  void tiesGoToTheEvenNumber() {
    BigInteger three = BigInteger.valueOf(3);
    assertThat(Moments.rounded(three, BigInteger.TWO, -1074)).isEqualTo(2 * Double.MIN_VALUE);
    assertThat(Moments.rounded(BigInteger.ONE, BigInteger.TWO, -1074)).isZero();
    assertThat(Moments.rounded(three, BigInteger.valueOf(4), -1074)).isEqualTo(Double.MIN_VALUE);
  }
}
