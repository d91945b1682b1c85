package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.ForegroundWatch.Stall;
import io.github.tensorloupe.desktop.log.ProgramLog;
import io.github.tensorloupe.desktop.shell.Diagnostics.StallLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StallLogTest {

  @TempDir private Path folder;

  private static StackTraceElement frame(String type) {
    return new StackTraceElement(type, "run", "Some.java", 7);
  }

  @Test
  void stackTraceOfEachLocationIsLoggedOnce() throws IOException {
    try (ProgramLog log = ProgramLog.begin(() -> Optional.of(folder), Duration.ZERO)) {
      StallLog stalls = new StallLog(log);
      StackTraceElement own = frame("io.github.tensorloupe.desktop.shell.Own");

      stalls.accept(
          new Stall(Duration.ofMillis(600), new StackTraceElement[] {frame("java.util.One"), own}));
      stalls.accept(
          new Stall(
              Duration.ofMillis(700), new StackTraceElement[] {frame("java.util.Other"), own}));
      stalls.accept(
          new Stall(Duration.ofMillis(800), new StackTraceElement[] {frame("java.util.One")}));

      assertThat(Files.readString(log.file().orElseThrow()))
          .contains("600 ms\n", "java.util.One.run")
          .contains(
              "700 ms, as before in io.github.tensorloupe.desktop.shell.Own.run(Some.java:7)\n")
          .contains("800 ms\n")
          .doesNotContain("java.util.Other");
    }
  }
}
