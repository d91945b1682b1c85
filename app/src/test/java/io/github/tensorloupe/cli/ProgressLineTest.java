package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ProgressLineTest {

  private static final long SECOND = 1_000_000_000;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private long now;

  private ProgressLine line(boolean isWatched) {
    Surroundings surroundings =
        new Surroundings(Path.of(""), OutputStream.nullOutputStream(), err, false, isWatched);
    return new ProgressLine(surroundings, () -> now);
  }

  private String written() {
    String text = err.toString(StandardCharsets.UTF_8);
    err.reset();
    return text;
  }

  @Test
  void longSaveIsToldOfOnOneLineThatIsTakenAway() {
    try (ProgressLine line = line(true)) {
      line.report(1, 1000);
      assertThat(written()).isEmpty();
      now = 2 * SECOND;
      line.report(500, 1000);
      assertThat(written()).isEqualTo("\r\u001b[K 50 % of 1.00 kB, 250 B/s");
      line.report(501, 1000);
      assertThat(written()).as("so soon after the last").isEmpty();
      now = 3 * SECOND;
      line.report(750, 1000);
      assertThat(written()).isEqualTo("\r\u001b[K 75 % of 1.00 kB, 250 B/s");
    }
    assertThat(written()).isEqualTo("\r\u001b[K");
  }

  @Test
  void shortSaveLeavesNoTrace() {
    try (ProgressLine line = line(true)) {
      line.report(1000, 1000);
    }
    assertThat(written()).isEmpty();
  }

  @Test
  void nothingIsWrittenWhereNobodyLooks() {
    try (ProgressLine line = line(false)) {
      now = 5 * SECOND;
      line.report(500, 1000);
    }
    assertThat(written()).isEmpty();
  }

  @Test
  void unknownTotalIsNoFailure() {
    try (ProgressLine line = line(true)) {
      now = 5 * SECOND;
      line.report(0, 0);
    }
    assertThat(written()).isEmpty();
  }
}
