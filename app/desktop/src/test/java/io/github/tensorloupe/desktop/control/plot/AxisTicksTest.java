package io.github.tensorloupe.desktop.control.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AxisTicksTest {

  private static List<String> texts(double min, double max, int maxTicks) {
    return AxisTicks.between(min, max, maxTicks, false).stream().map(AxisTicks::text).toList();
  }

  @Test
  void ticksAreRoundNumbersInsideTheAxis() {
    assertThat(texts(-0.0807, 0.0836, 5)).containsExactly("−0.05", "0", "0.05");
    assertThat(texts(0, 10, 5)).containsExactly("0", "2", "4", "6", "8", "10");
    assertThat(texts(3, 9100, 4)).containsExactly("2000", "4000", "6000", "8000");
  }

  @Test
  void anAxisFarFromZeroHasTicksThatDiffer() {
    assertThat(texts(1000.0001, 1000.0011, 5))
        .containsExactly("1000.0002", "1000.0004", "1000.0006", "1000.0008", "1000.001");
  }

  @Test
  void theLongestAxisHasTicks() {
    assertThat(texts(-Double.MAX_VALUE, Double.MAX_VALUE, 4))
        .containsExactly("−1e+308", "0", "1e+308");
  }

  @Test
  void oneValueIsItsOwnTick() {
    assertThat(texts(0.1, 0.1, 5)).containsExactly("0.1");
  }

  @Test
  void smallAndLargeTicksHaveExponents() {
    assertThat(texts(0, 3e-7, 3)).containsExactly("0", "1e−07", "2e−07", "3e−07");
    assertThat(texts(0, 2.5e7, 5)).contains("5000000", "2.5e+07");
  }

  @Test
  void integersAreNeverDivided() {
    assertThat(AxisTicks.between(0, 1, 8, true)).map(AxisTicks::text).containsExactly("0", "1");
    assertThat(AxisTicks.between(0, 511, 6, true)).map(AxisTicks::text).contains("100", "500");
  }

  @Test
  void tickCountStaysNearTheRequestedMaximum() {
    Random random = new Random(7);
    for (int i = 0; i < 2000; i++) {
      double min = random.nextGaussian() * Math.pow(10, random.nextInt(-300, 300));
      double max = min + Math.abs(random.nextGaussian() * Math.pow(10, random.nextInt(-300, 300)));
      int maxTicks = random.nextInt(2, 12);
      if (min < max) {
        assertThat(AxisTicks.between(min, max, maxTicks, false))
            .as("[%s, %s], %d", min, max, maxTicks)
            .hasSizeBetween(2, maxTicks + 6)
            .allSatisfy(tick -> assertThat(tick.doubleValue()).isBetween(min, max));
      }
    }
  }
}
