package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.error.LazyPane.Fault;
import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.log.FaultRate;
import io.github.tensorloupe.desktop.log.ProgramLog;

/// Handles uncaught exceptions of all threads: reports them in the log and in the window, and keeps
/// the program running. Repeated exceptions are reported once.
final class FaultReporter implements Thread.UncaughtExceptionHandler {

  /// A window that can report a fault. Belongs to the FX thread; so do adding and removing it.
  interface Window {

    boolean isFocused();

    Fault attribute(Throwable cause);

    void reportFault(Fault fault);
  }

  private final ProgramLog log;
  private final FaultRate rate;
  private final Executor foreground;
  private final List<Window> windows = new ArrayList<>();

  FaultReporter(ProgramLog log, FaultRate rate, Executor foreground) {
    this.log = log;
    this.rate = rate;
    this.foreground = foreground;
  }

  void add(Window window) {
    windows.add(window);
  }

  void remove(Window window) {
    windows.remove(window);
  }

  @Override
  public void uncaughtException(Thread thread, Throwable fault) {
    report(fault, "uncaught on " + thread.getName(), Optional.empty());
  }

  /// Reports an exception that was thrown after a job of a window.
  void report(Throwable fault, Window window) {
    report(fault, "after a job", Optional.of(window));
  }

  private void report(Throwable fault, String where, Optional<Window> window) {
    try {
      boolean isWork = fault instanceof PaneException;
      FaultRate.Verdict verdict = isWork ? FaultRate.Verdict.REPORT : rate.note(fault);
      // Failed work is logged with the jobs.
      if (!isWork) {
        log(fault, where, verdict);
      }
      foreground.execute(
          () -> window.or(this::likely).ifPresent(at -> reportIn(at, fault, verdict)));
    } catch (Throwable e) {
      // Out of memory or stack: nothing can be reported.
    }
  }

  private void log(Throwable fault, String where, FaultRate.Verdict verdict) {
    if (verdict == FaultRate.Verdict.REPORT) {
      log.error(where, fault);
      fault.printStackTrace();
    } else if (verdict == FaultRate.Verdict.COUNT) {
      log.warning("again, %,d times by now: %s".formatted(rate.count(fault), fault));
    }
  }

  private Optional<Window> likely() {
    return windows.stream().min(Comparator.comparing(window -> !window.isFocused()));
  }

  private void reportIn(Window window, Throwable fault, FaultRate.Verdict verdict) {
    if (!windows.contains(window)) {
      return;
    }
    try {
      Fault found = window.attribute(fault);
      if (found.replaced()) {
        log.warning(
            "the pane \"%s\" was replaced after a failure: %s"
                .formatted(found.pane().orElse(""), found.cause()));
      } else if (verdict == FaultRate.Verdict.REPORT) {
        window.reportFault(found);
      }
    } catch (RuntimeException | StackOverflowError e) {
      // Rethrowing would call this handler again, without end.
      log.error("a fault cannot be shown in the window", e);
    }
  }

  /// Logs that a pane which could not be created or laid out was replaced by a fault card.
  void paneReplaced(Fault fault) {
    log.error("the pane \"%s\" has failed".formatted(fault.pane().orElse("")), fault.cause());
  }
}
