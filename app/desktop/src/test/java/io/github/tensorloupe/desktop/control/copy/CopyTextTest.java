package io.github.tensorloupe.desktop.control.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.testing.StageExtension;
import javafx.scene.control.Label;
import javafx.stage.Stage;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class CopyTextTest {

  @Start
  void start(Stage stage) {
    // Starts the toolkit, which labels need.
  }

  @ParameterizedTest
  @CsvSource({
    "−0.0768306, -0.0768306",
    "1.2e−09, 1.2e-09",
    "= −0.5, -0.5",
    "= NaN, NaN",
    "≈ −6.17e−05, ≈ -6.17e-05",
    "= −∞, -Infinity",
    "a − b, a − b"
  })
  void valuesAreCopiedAsProgramsReadThem(String shown, String copied) {
    assertThat(CopyText.of(new Label(shown))).isEqualTo(copied);
  }
}
