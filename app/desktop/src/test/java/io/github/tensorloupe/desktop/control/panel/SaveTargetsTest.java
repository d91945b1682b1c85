package io.github.tensorloupe.desktop.control.panel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SaveTargetsTest {

  @ParameterizedTest
  @CsvSource({
    "layers.0.weight, layers.0.weight.histogram.svg",
    "../a b/c, a_b_c.histogram.svg",
    "'', histogram.svg"
  })
  void drawingIsNamedForWhatItShows(String name, String file) {
    assertThat(SaveTargets.suggestedName(name, "histogram", "svg")).isEqualTo(file);
  }
}
