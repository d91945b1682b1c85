package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.error.LazyPane.Fault;
import io.github.tensorloupe.desktop.log.FaultRate;
import io.github.tensorloupe.desktop.log.ProgramLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepeatedFaultsTest {

  @TempDir private Path folder;
  private final Queue<Runnable> foreground = new ArrayDeque<>();
  private final List<Fault> reportedFaults = new ArrayList<>();
  private ProgramLog log;
  private FaultReporter desk;

  @BeforeEach
  void open() {
    log = ProgramLog.begin(() -> Optional.of(folder), Duration.ZERO);
    desk = new FaultReporter(log, new FaultRate(() -> 0), foreground::add);
  }

  @AfterEach
  void close() {
    log.close();
  }

  private FaultReporter.Window window(RuntimeException ownFault) {
    return new FaultReporter.Window() {
      @Override
      public boolean isFocused() {
        return true;
      }

      @Override
      public Fault attribute(Throwable cause) {
        if (ownFault != null) {
          throw ownFault;
        }
        return new Fault(cause, Optional.empty(), false, Optional.empty());
      }

      @Override
      public void reportFault(Fault fault) {
        reportedFaults.add(fault);
      }
    };
  }

  @Test
  void repeatedFaultIsReportedOnceAndDoesNotFillTheDisk() throws IOException {
    desk.add(window(null));

    for (int frame = 0; frame < 60 * 60; frame++) {
      desk.uncaughtException(
          Thread.currentThread(), new IllegalStateException("frame " + frame, new IOException()));
      foreground.remove().run();
    }

    assertThat(reportedFaults).hasSize(1);
    assertThat(Files.size(log.file().orElseThrow())).isLessThan(50_000);
  }

  @Test
  void failureToReportAFaultCausesNoFurtherFaults() throws IOException {
    desk.add(window(new IllegalArgumentException("also broken")));

    desk.uncaughtException(Thread.currentThread(), new IllegalStateException("broken"));
    foreground.remove().run();

    assertThat(foreground).isEmpty();
    assertThat(Files.readString(log.file().orElseThrow())).contains("broken", "also broken");
  }
}
