package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.tensorloupe.desktop.log.ProgramLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiagnosticsTest {

  @TempDir private Path folder;

  @Test
  void failedStartIsLoggedAtOnce() throws IOException {
    ProgramLog log = ProgramLog.begin(() -> Optional.of(folder), Duration.ofHours(1));
    Diagnostics diagnostics = Diagnostics.with(log, Runnable::run);

    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                diagnostics.starting(
                    () -> {
                      throw new IllegalStateException("no window");
                    }))
        .withMessage("no window");

    assertThat(Files.readString(folder.resolve("tensorloupe.0.0.log")))
        .contains("ERROR", "the program cannot start", "IllegalStateException: no window");
  }
}
