package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.error.LazyPane.Fault;
import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.log.FaultRate;
import io.github.tensorloupe.desktop.log.ProgramLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultReporterTest {

  /// A window that records reported faults.
  private static final class RecordingWindow implements FaultReporter.Window {

    private final boolean focused;
    private final List<Throwable> reportedFaults = new ArrayList<>();

    RecordingWindow(boolean focused) {
      this.focused = focused;
    }

    @Override
    public boolean isFocused() {
      return focused;
    }

    @Override
    public Fault attribute(Throwable cause) {
      return new Fault(cause, Optional.empty(), false, Optional.empty());
    }

    @Override
    public void reportFault(Fault fault) {
      reportedFaults.add(fault.cause());
    }
  }

  @TempDir Path folder;

  private final RecordingWindow focused = new RecordingWindow(true);
  private final RecordingWindow other = new RecordingWindow(false);
  private ProgramLog log;
  private FaultReporter desk;

  @BeforeEach
  void begin() {
    log = ProgramLog.begin(() -> Optional.of(folder), Duration.ZERO);
    desk = new FaultReporter(log, new FaultRate(System::nanoTime), Runnable::run);
    desk.add(other);
    desk.add(focused);
  }

  @AfterEach
  void close() {
    log.close();
  }

  @Test
  void faultAfterAJobIsReportedInItsWindow() throws IOException {
    IllegalStateException fault = new IllegalStateException("on purpose");

    desk.report(fault, other);

    assertThat(other.reportedFaults).containsExactly(fault);
    assertThat(focused.reportedFaults).isEmpty();
    assertThat(Files.readString(log.file().orElseThrow())).containsOnlyOnce("on purpose");
  }

  @Test
  void paneFailuresAreReportedEachTimeAndNotLogged() throws IOException {
    PaneException fault = PaneException.part(new OutOfMemoryError("on purpose"), () -> {});

    desk.report(fault, other);
    desk.report(fault, other);

    assertThat(other.reportedFaults).containsExactly(fault, fault);
    assertThat(Files.readString(log.file().orElseThrow())).doesNotContain("on purpose");
  }

  @Test
  void closedWindowReceivesNoReports() {
    desk.remove(other);

    desk.report(new IllegalStateException("on purpose"), other);

    assertThat(other.reportedFaults).isEmpty();
    assertThat(focused.reportedFaults).isEmpty();
  }
}
