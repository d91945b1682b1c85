package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.job.ForegroundWatch;
import io.github.tensorloupe.desktop.job.ForegroundWatch.Stall;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.log.FaultRate;
import io.github.tensorloupe.desktop.log.ProgramLog;
import io.github.tensorloupe.storage.Folders;

/// The diagnostics of the program, the same for all windows.
record Diagnostics(ProgramLog log, FaultReporter faults) {

  /// Delay that lets the first window be shown before the log starts.
  private static final Duration AFTER_START = Duration.ofSeconds(2);

  /// Starts the log of this process, and reports uncaught exceptions of all threads to it.
  static Diagnostics begin(Executor foreground) {
    ProgramLog log = ProgramLog.begin(() -> Folders.ofThisProcess().logs(), AFTER_START);
    Diagnostics diagnostics = with(log, foreground);
    Thread.setDefaultUncaughtExceptionHandler(diagnostics.faults());
    return diagnostics;
  }

  /// Creates diagnostics that write to an existing log and do not receive uncaught exceptions.
  static Diagnostics with(ProgramLog log, Executor foreground) {
    return new Diagnostics(
        log, new FaultReporter(log, new FaultRate(System::nanoTime), foreground));
  }

  /// Creates diagnostics that discard everything.
  static Diagnostics none() {
    return with(ProgramLog.none(), Jobs.onFxThread()::later);
  }

  /// Runs a step of the start. If it fails, the log may be the only report: a program that is
  /// started from a menu has no terminal.
  void starting(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      log.error("the program cannot start", e);
      log.close();
      throw e;
    }
  }

  ForegroundWatch watchForeground() {
    return ForegroundWatch.ofFxThread(AFTER_START, new StallLog(log));
  }

  /// Logs periods in which the FX thread did not respond. The stack is logged only once per
  /// location, so that it does not fill the log on a busy machine. Belongs to one thread.
  static final class StallLog implements Consumer<Stall> {

    private static final int MAX_PLACES = 100;
    private static final String OWN = "io.github.tensorloupe.";

    private final ProgramLog log;
    private final Set<String> places = new HashSet<>();

    StallLog(ProgramLog log) {
      this.log = log;
    }

    @Override
    public void accept(Stall stall) {
      StackTraceElement[] stack = stall.stack();
      String place =
          Arrays.stream(stack)
              .filter(frame -> frame.getClassName().startsWith(OWN))
              .findFirst()
              .or(() -> Arrays.stream(stack).findFirst())
              .map(StackTraceElement::toString)
              .orElse("no place that is known");
      String sentence = "the window did not answer for %d ms".formatted(stall.took().toMillis());
      if (places.size() < MAX_PLACES && places.add(place)) {
        log.warning(sentence, stall.asFailure());
      } else {
        log.warning(sentence + ", as before in " + place);
      }
    }
  }
}
