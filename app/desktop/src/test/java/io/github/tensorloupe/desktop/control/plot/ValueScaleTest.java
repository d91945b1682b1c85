package io.github.tensorloupe.desktop.control.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.github.tensorloupe.analysis.distribution.Bins;
import org.junit.jupiter.api.Test;

class ValueScaleTest {

  @Test
  void symmetricLogarithmIsLinearUpToItsThreshold() {
    Bins bins = ValueScale.SYMMETRIC_LOG.bins(-1000, 1000, 10, 4);

    // Each side spans 1 + ln 100, of which each bin covers one half.
    double half = 10 * Math.exp((1 + Math.log(100)) / 2 - 1);
    assertThat(bins.edge(0)).isEqualTo(-1000);
    assertThat(bins.edge(1)).isCloseTo(-half, offset(1e-9));
    assertThat(bins.edge(2)).isCloseTo(0, offset(1e-9));
    assertThat(bins.edge(3)).isCloseTo(half, offset(1e-9));
    assertThat(bins.edge(4)).isEqualTo(1000);
  }
}
