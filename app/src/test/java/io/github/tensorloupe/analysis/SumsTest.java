package io.github.tensorloupe.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SumsTest {

  private static double mean(double... values) {
    ExactSum sum = new ExactSum();
    sum.expect(values.length);
    for (double value : values) {
      sum.add(Double.doubleToRawLongBits(value));
    }
    return sum.dividedBy(values.length);
  }

  @Test
  void exactSumLosesNothing() {
    assertThat(mean(1e308, 1, -1e308, Double.MIN_VALUE)).isEqualTo(0.25);
    assertThat(mean(Double.MAX_VALUE, Double.MAX_VALUE)).isEqualTo(Double.MAX_VALUE);
    assertThat(mean(Double.MIN_VALUE, -0.0, 0, 3 * Double.MIN_VALUE)).isEqualTo(Double.MIN_VALUE);
    assertThat(mean(-1, -2)).isEqualTo(-1.5);
  }

  @Test
  void exactSumOfRandomNumbersIsThatOfDecimals() {
    Random random = new Random(41);
    for (int round = 0; round < 50; round++) {
      double[] values = new double[7];
      BigDecimal sum = BigDecimal.ZERO;
      for (int i = 0; i < values.length; i++) {
        values[i] = Math.scalb(random.nextDouble() - 0.5, random.nextInt(-900, 900));
        sum = sum.add(new BigDecimal(values[i]));
      }
      double expected = sum.divide(BigDecimal.valueOf(7), new MathContext(1000)).doubleValue();
      assertThat(mean(values)).isEqualTo(expected);
    }
  }

  @Test
  void exactSumStaysExactWhenItSettles() {
    ExactSum sum = new ExactSum();
    for (int i = 0; i < 40; i++) {
      sum.expect(Integer.MAX_VALUE);
      sum.add(Double.doubleToRawLongBits(0.1));
    }
    assertThat(sum.dividedBy(40)).isEqualTo(0.1);
  }

  @Test
  void repeatedNumbersAreMultiplied() {
    ExactSum sum = new ExactSum();
    sum.add(-0.75, 1L << 40);
    sum.add(0x1p-133, 3);
    sum.add(0.75, 1L << 40);
    assertThat(sum.dividedBy(3)).isEqualTo(0x1p-133);
  }

  @Test
  void compensatedSumKeepsWhatIsRoundedOff() {
    CompensatedSum sum = new CompensatedSum();
    CompensatedSum rest = new CompensatedSum();
    sum.add(1e20);
    sum.add(1);
    rest.add(3);
    rest.add(-1e20);
    sum.merge(rest);
    assertThat(sum.total()).isEqualTo(4);
  }

  @Test
  void quotientsAreRoundedOnce() {
    Random random = new Random(42);
    for (int i = 0; i < 5000; i++) {
      BigInteger numerator = new BigInteger(1 + random.nextInt(200), random);
      BigInteger denominator = BigInteger.valueOf(random.nextLong(1, Long.MAX_VALUE));
      double expected =
          new BigDecimal(numerator)
              .divide(new BigDecimal(denominator), new MathContext(200))
              .doubleValue();
      assertThat(Quotient.rounded(numerator, denominator, 0)).isEqualTo(expected);
      assertThat(Quotient.rounded(numerator.negate(), denominator, 0)).isEqualTo(-expected);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 1",
    "1, 100, 1",
    "1, 101, 2",
    "50, 3, 2",
    "95, 20, 19",
    "99, 100, 99",
    "99, 101, 100",
    "99, 9223372036854775807, 9131138316486228049",
  })
  void rankIsTheShareRoundedUp(int percent, long total, long rank) {
    assertThat(Quantiles.rank(percent, total)).isEqualTo(rank);
  }
}
