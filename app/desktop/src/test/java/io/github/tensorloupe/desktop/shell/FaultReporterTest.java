package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.error.GuardedPane.Fault;
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
  private static final class Told implements FaultReporter.Window {

    private final boolean focused;
    private final List<Throwable> told = new ArrayList<>();

    Told(boolean focused) {
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
    public void tell(Fault fault) {
      told.add(fault.cause());
    }
  }

  @TempDir Path folder;

  private final Told focused = new Told(true);
  private final Told other = new Told(false);
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
  void whatFollowsAJobIsToldInItsWindowWhereverThePersonIs() throws IOException {
    IllegalStateException fault = new IllegalStateException("on purpose");

    desk.take(fault, other);

    assertThat(other.told).containsExactly(fault);
    assertThat(focused.told).isEmpty();
    assertThat(Files.readString(log.file().orElseThrow())).containsOnlyOnce("on purpose");
  }

  @Test
  void workThatAPaneNeededIsToldEachTimeAndLoggedWhereJobsAre() throws IOException {
    PaneException fault = PaneException.part(new OutOfMemoryError("on purpose"), () -> {});

    desk.take(fault, other);
    desk.take(fault, other);

    assertThat(other.told).containsExactly(fault, fault);
    assertThat(Files.readString(log.file().orElseThrow())).doesNotContain("on purpose");
  }

  @Test
  void aWindowThatIsGoneIsNotTold() {
    desk.remove(other);

    desk.take(new IllegalStateException("on purpose"), other);

    assertThat(other.told).isEmpty();
    assertThat(focused.told).isEmpty();
  }
}
