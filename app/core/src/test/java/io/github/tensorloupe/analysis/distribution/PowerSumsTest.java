package io.github.tensorloupe.analysis.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.distribution.FloatMoments.PowerSums;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class PowerSumsTest {

  private static final int LOWEST = -20;
  private static final int HIGHEST = 12;

  @Test
  void halvesHaveRoomForAsManyNumbersAsAreAddedBeforeTheyArePutTogether() {
    long lowHalf = 0xffff_ffffL;
    assertThat(Math.multiplyExact(PowerSums.PENDING_LIMIT, lowHalf)).isPositive();
    assertThat(Math.multiplyExact(PowerSums.PENDING_LIMIT, Long.MIN_VALUE >> 32)).isNegative();
  }

  @Test
  void moreNumbersThanHalvesHaveRoomForAddUp() {
    int limit = 1000;
    PowerSums sums = new PowerSums(LOWEST, HIGHEST, limit);
    long count = 3L * limit + 5;
    long value = 0x7_ffff_ffffL;
    for (long i = 0; i < count; i++) {
      sums.add(value, LOWEST);
    }
    assertThat(sums.total())
        .isEqualTo(BigInteger.valueOf(count).multiply(BigInteger.valueOf(value)));
  }

  @Test
  void unitsOfBothEndsAndSignsAddUp() {
    PowerSums sums = new PowerSums(LOWEST, HIGHEST);
    sums.add(-3, LOWEST);
    sums.add(5, HIGHEST);
    sums.add(-1L << 61, HIGHEST);
    BigInteger upper = BigInteger.valueOf(5 - (1L << 61)).shiftLeft(HIGHEST - LOWEST);
    assertThat(sums.total()).isEqualTo(upper.subtract(BigInteger.valueOf(3)));
  }
}
