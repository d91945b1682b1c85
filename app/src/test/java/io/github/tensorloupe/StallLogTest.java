package io.github.tensorloupe;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.log.ProgramLog;
import io.github.tensorloupe.ui.job.ForegroundWatch.Stall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StallLogTest {

  @TempDir Path folder;

  private long nanos;

  @Test
  void aBusyComputerDoesNotFloodTheLog() throws IOException {
    try (ProgramLog log = ProgramLog.begin(() -> Optional.of(folder), Duration.ZERO)) {
      StallLog stalls = new StallLog(log, () -> nanos);
      for (int i = 0; i < 1000; i++) {
        stalls.note(new Stall(Duration.ofMillis(600), new StackTraceElement[0]));
      }
      nanos += StallLog.SPAN.toNanos();
      stalls.note(new Stall(Duration.ofMillis(700), new StackTraceElement[0]));

      String written = Files.readString(log.file().orElseThrow());
      assertThat(written.lines().filter(line -> line.contains("for 600 ms"))).hasSize(3);
      assertThat(written)
          .containsOnlyOnce("did not answer 997 more times, for 598,200 ms together")
          .containsOnlyOnce("for 700 ms");
    }
  }
}
