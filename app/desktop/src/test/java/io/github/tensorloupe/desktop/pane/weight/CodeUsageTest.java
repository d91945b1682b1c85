package io.github.tensorloupe.desktop.pane.weight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CodeUsageTest {

  @Test
  void equallyFrequentCodesHaveTheirLogarithmAsEntropy() {
    CodeUsage usage = new CodeUsage(new long[] {4, 0, 4, 4, 4, 0, 4, 4});

    assertThat(usage.used()).isEqualTo(6);
    assertThat(usage.entropy()).isCloseTo(Math.log(6) / Math.log(2), within(1e-9));
    assertThat(usage.sentence()).hasToString("6 of 8 codes, entropy 2.58 bits");
  }
}
