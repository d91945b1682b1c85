package io.github.tensorloupe.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SpreadTest {

  @Test
  void numbersThatChangedSinceTheFirstReadingGoToTheOuterBins() {
    FloatSpread floats = new FloatSpread(0, 1, 0.5);
    double[] values = {-7, 0, 0.5, 1, 1e300, Double.NaN, Double.POSITIVE_INFINITY};
    floats.add(values, values.length);
    assertThat(floats.counts()[0]).isEqualTo(2);
    assertThat(floats.counts()[63]).isEqualTo(2);
    assertThat(Arrays.stream(floats.counts()).sum()).isEqualTo(5);

    IntegerSpread integers = new IntegerSpread(0, 100, 50);
    integers.add(new long[] {-7, 0, 50, 100, Long.MAX_VALUE}, 5);
    assertThat(Arrays.stream(integers.counts()).sum()).isEqualTo(5);
  }
}
