package io.github.tensorloupe.analysis.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.distribution.CodeTally.MomentSums;
import io.github.tensorloupe.analysis.distribution.CodeTally.MomentSums.WideSum;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MomentSumsTest {

  @Test
  void wideSumsCarry() {
    Random random = new Random(61);
    for (int round = 0; round < 200; round++) {
      WideSum sum = new WideSum();
      BigInteger expected = BigInteger.ZERO;
      for (int i = 0; i < 50; i++) {
        long factor = i % 3 == 0 ? -1 : random.nextLong() >>> random.nextInt(64);
        long count = random.nextLong() >>> 24 + random.nextInt(40);
        BigInteger exact = new BigInteger(Long.toUnsignedString(factor));
        if (random.nextBoolean()) {
          sum.addProduct(factor, count);
        } else {
          sum.addSquareProduct(factor, count);
          exact = exact.multiply(exact);
        }
        expected = expected.add(exact.multiply(BigInteger.valueOf(count)));
      }
      assertThat(sum.take()).isEqualTo(expected);
      assertThat(sum.take()).isZero();
    }
  }

  @Test
  void doublesAddUpExactly() {
    Random random = new Random(62);
    MomentSums sums = new MomentSums();
    BigDecimal sum = BigDecimal.ZERO;
    BigDecimal squareSum = BigDecimal.ZERO;
    for (int i = 0; i < 500; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (!Double.isFinite(value)) {
        continue;
      }
      long count = random.nextLong(1, 1L << 30);
      sums.add(value, count);
      BigDecimal exact = new BigDecimal(value);
      sum = sum.add(exact.multiply(BigDecimal.valueOf(count)));
      squareSum = squareSum.add(exact.multiply(exact).multiply(BigDecimal.valueOf(count)));
    }
    BigDecimal unit = new BigDecimal(Double.MIN_VALUE);
    Moments moments = Counted.exact(sums.moments());
    assertThat(new BigDecimal(moments.sum()).multiply(unit)).isEqualByComparingTo(sum);
    assertThat(new BigDecimal(moments.squareSum()).multiply(unit).multiply(unit))
        .isEqualByComparingTo(squareSum);
  }
}
