package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressLineTest {

  private static final long SECOND = 1_000_000_000;
  private static final String ERASE = "\r\u001b[K";

  /// Standard output and standard error, as both appear on a terminal.
  private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();

  private long now = 17;

  private ProgressLine line(boolean isWatched) {
    CommandEnvironment environment =
        new CommandEnvironment(Path.of(""), Map.of(), terminal, terminal, false, isWatched, 60);
    return new ProgressLine(environment, () -> now);
  }

  private String written() {
    String text = terminal.toString(StandardCharsets.UTF_8);
    terminal.reset();
    return text;
  }

  private static String shown(String text) {
    return ERASE + "\u001b[?7l" + text + "\u001b[?7h";
  }

  /// Returns a line that is displayed.
  private ProgressLine shownLine() {
    ProgressLine line = line(true);
    line.report(0, 1000);
    now += 2 * SECOND;
    line.report(500, 1000);
    assertThat(written()).isNotEmpty();
    return line;
  }

  @Test
  void longWorkIsReportedOnOneLineThatIsErased() {
    try (ProgressLine line = line(true)) {
      line.report(0, 1000);
      assertThat(written()).isEmpty();
      now += 2 * SECOND;
      line.report(500, 1000);
      assertThat(written()).isEqualTo(shown(" 50 %  500 B of 1.00 kB  250 B/s  2 s left"));
      line.report(501, 1000);
      assertThat(written()).as("so soon after the last").isEmpty();
      now += SECOND;
      line.report(750, 1000);
      assertThat(written()).isEqualTo(shown(" 75 %  750 B of 1.00 kB  250 B/s  1 s left"));
    }
    assertThat(written()).isEqualTo(ERASE);
  }

  @Test
  void timeBeforeTheFirstReportDoesNotCount() {
    try (ProgressLine line = line(true)) {
      now += 9 * SECOND;
      line.report(0, 1000);
      assertThat(written()).isEmpty();
      now += 2 * SECOND;
      line.report(500, 1000);
      assertThat(written()).contains("250 B/s");
    }
  }

  @Test
  void shortWorkLeavesNoTrace() {
    try (ProgressLine line = line(true)) {
      line.report(0, 1000);
      line.report(1000, 1000);
    }
    assertThat(written()).isEmpty();
  }

  @Test
  void nothingIsWrittenWithoutATerminal() {
    try (ProgressLine line = line(false)) {
      line.report(0, 1000);
      now += 5 * SECOND;
      line.report(500, 1000);
    }
    assertThat(written()).isEmpty();
  }

  @Test
  void unknownTotalIsNoFailure() {
    try (ProgressLine line = line(true)) {
      line.report(0, 0);
      now += 5 * SECOND;
      line.report(0, 0);
    }
    assertThat(written()).isEmpty();
  }

  @Test
  void lineIsErasedBeforeAnyOtherOutput() throws IOException {
    try (ProgressLine line = shownLine()) {
      line.environment().out().write("a row\n".getBytes(StandardCharsets.UTF_8));
      assertThat(written()).isEqualTo(ERASE + "a row\n");
      line.environment().err().write('!');
      assertThat(written()).as("it is gone already").isEqualTo("!");
      now += SECOND;
      line.report(600, 1000);
      assertThat(written()).contains(" 60 %");
      line.environment().err().write('!');
      assertThat(written()).isEqualTo(ERASE + "!");
    }
  }

  @Test
  void streamsAreUnchangedWithoutATerminal() {
    try (ProgressLine line = line(false)) {
      assertThat(line.environment().out()).isSameAs(terminal);
    }
  }

  @Test
  void nothingIsWrittenOnceItIsClosed() {
    ProgressLine line = shownLine();
    line.close();
    assertThat(written()).isEqualTo(ERASE);
    now += SECOND;
    line.report(600, 1000);
    assertThat(written()).isEmpty();
  }
}
