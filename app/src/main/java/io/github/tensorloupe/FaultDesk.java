package io.github.tensorloupe;

import io.github.tensorloupe.log.ProgramLog;
import io.github.tensorloupe.ui.error.Fault;
import io.github.tensorloupe.ui.error.FaultRate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/// Where everything arrives that was thrown and nobody caught, on whatever thread: it is told in
/// the log and in the window, and the program goes on. What comes again and again is told once.
final class FaultDesk implements Thread.UncaughtExceptionHandler {

  /// A window that can tell of a fault. Belongs to the FX thread.
  interface Window {

    /// Whether the person is in it.
    boolean isFocused();

    /// Finds out which of its panes a fault comes from.
    Fault attribute(Throwable cause);

    /// Tells a person of it.
    void tell(Fault fault);
  }

  private final ProgramLog log;
  private final FaultRate rate;
  private final Executor foreground;
  private final List<Window> windows = new ArrayList<>();

  /// @param foreground runs what belongs to the FX thread
  FaultDesk(ProgramLog log, FaultRate rate, Executor foreground) {
    this.log = log;
    this.rate = rate;
    this.foreground = foreground;
  }

  /// Lets a window tell of faults. FX thread.
  void add(Window window) {
    windows.add(window);
  }

  /// The window is gone. FX thread.
  void remove(Window window) {
    windows.remove(window);
  }

  @Override
  public void uncaughtException(Thread thread, Throwable fault) {
    try {
      FaultRate.Verdict verdict = rate.note(fault);
      if (verdict == FaultRate.Verdict.TELL) {
        log.error("uncaught on " + thread.getName(), fault);
        fault.printStackTrace();
      } else if (verdict == FaultRate.Verdict.COUNT) {
        log.warning("again, %,d times by now: %s".formatted(rate.count(fault), fault));
      }
      foreground.execute(() -> tellWindowOnce(fault, verdict));
    } catch (Throwable e) {
      // Without memory or stack to tell of it, going on is all that is left.
    }
  }

  /// What is thrown here would come back here, again and again.
  private void tellWindowOnce(Throwable fault, FaultRate.Verdict verdict) {
    try {
      tellWindow(fault, verdict);
    } catch (RuntimeException | StackOverflowError e) {
      log.error("a fault cannot be told in the window", e);
    }
  }

  private void tellWindow(Throwable fault, FaultRate.Verdict verdict) {
    Optional<Window> window =
        windows.stream()
            .filter(Window::isFocused)
            .findFirst()
            .or(() -> windows.stream().findFirst());
    window.ifPresent(
        here -> {
          Fault found = here.attribute(fault);
          if (found.replaced()) {
            paneReplaced(found);
          } else if (verdict == FaultRate.Verdict.TELL) {
            here.tell(found);
          }
        });
  }

  /// A pane has given way to the card that tells of its fault.
  void paneReplaced(Fault fault) {
    log.error("the pane \"%s\" has failed".formatted(fault.pane().orElse("")), fault.cause());
  }
}
