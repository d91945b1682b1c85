package io.github.tensorloupe.desktop.error;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.text.SystemFacts;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailureTextTest {

  @Test
  void theDetailsSayWhatWhereWhenAndWhy() {
    Path path = Path.of("/models/gone.safetensors");
    Failure failure =
        Failures.of(new IOException("outer", new NoSuchFileException(path.toString())))
            .doing("Opening gone.safetensors")
            .about(path);

    String text = failure.report(List.of("TensorLoupe 9", "Java 25"));

    assertThat(text)
        .startsWith("Doing: Opening gone.safetensors\nMessage: Reading failed: outer.\n")
        .contains("Path: " + path.toAbsolutePath() + "\n", "File on disk: unchanged\n", "Time: ")
        .contains("TensorLoupe 9\nJava 25\n\njava.io.IOException: outer\n")
        .contains("\tat ", "Caused by: java.nio.file.NoSuchFileException");
  }

  @Test
  void theFactsOfThisProcessNameProgramJavaAndComputer() {
    assertThat(String.join("\n", SystemFacts.lines()))
        .contains("TensorLoupe ", System.getProperty("java.runtime.version"))
        .contains(System.getProperty("os.name"))
        .doesNotContain("unknown version");
  }
}
