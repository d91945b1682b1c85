package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.error.GuardedPane.Fault;
import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.log.FaultRate;
import io.github.tensorloupe.desktop.log.ProgramLog;

/// Receives every exception that nobody caught, on whatever thread: it is told in the log and in
/// the window, and the program goes on. What comes again and again is told once.
final class FaultReporter implements Thread.UncaughtExceptionHandler {

  /// A window that can tell of a fault. It belongs to the FX thread, as its coming and going do.
  interface Window {

    boolean isFocused();

    Fault attribute(Throwable cause);

    void tell(Fault fault);
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
    take(fault, "uncaught on " + thread.getName(), Optional.empty());
  }

  /// Takes in what was thrown by what follows a job of a window.
  void take(Throwable fault, Window window) {
    take(fault, "after a job", Optional.of(window));
  }

  private void take(Throwable fault, String where, Optional<Window> window) {
    try {
      boolean isWork = fault instanceof PaneException;
      FaultRate.Verdict verdict = isWork ? FaultRate.Verdict.TELL : rate.note(fault);
      // The log hears of work that has failed where it hears of all jobs.
      if (!isWork) {
        log(fault, where, verdict);
      }
      foreground.execute(() -> window.or(this::likely).ifPresent(at -> tell(at, fault, verdict)));
    } catch (Throwable e) {
      // Without memory or stack to tell of it, going on is all that is left.
    }
  }

  private void log(Throwable fault, String where, FaultRate.Verdict verdict) {
    if (verdict == FaultRate.Verdict.TELL) {
      log.error(where, fault);
      fault.printStackTrace();
    } else if (verdict == FaultRate.Verdict.COUNT) {
      log.warning("again, %,d times by now: %s".formatted(rate.count(fault), fault));
    }
  }

  private Optional<Window> likely() {
    return windows.stream().min(Comparator.comparing(window -> !window.isFocused()));
  }

  private void tell(Window window, Throwable fault, FaultRate.Verdict verdict) {
    if (!windows.contains(window)) {
      return;
    }
    try {
      Fault found = window.attribute(fault);
      if (found.replaced()) {
        log.warning(
            "the pane \"%s\" was replaced after a failure: %s"
                .formatted(found.pane().orElse(""), found.cause()));
      } else if (verdict == FaultRate.Verdict.TELL) {
        window.tell(found);
      }
    } catch (RuntimeException | StackOverflowError e) {
      // Thrown on, it would come back here again and again.
      log.error("a fault cannot be shown in the window", e);
    }
  }

  /// A pane that could not be made or laid out has given way to the card that tells of it.
  void paneReplaced(Fault fault) {
    log.error("the pane \"%s\" has failed".formatted(fault.pane().orElse("")), fault.cause());
  }
}
