package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.error.FaultRate;
import io.github.tensorloupe.desktop.error.ProgramFacts;
import io.github.tensorloupe.desktop.job.ForegroundWatch;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.log.ProgramLog;
import io.github.tensorloupe.storage.Folders;

/// What the program does to find out what goes wrong in it, the same for all windows.
///
/// @param log what it tells of itself
/// @param faults where everything arrives that nobody caught
record Diagnostics(ProgramLog log, FaultReporter faults) {

  /// What the first window needs more than the log does.
  private static final Duration AFTER_START = Duration.ofSeconds(2);

  /// Begins the log of this process and takes in what nobody catches, on all threads.
  static Diagnostics begin(Executor foreground) {
    ProgramLog log = ProgramLog.begin(() -> Folders.ofThisProcess().logs(), AFTER_START);
    Diagnostics diagnostics = with(log, foreground);
    Thread.setDefaultUncaughtExceptionHandler(diagnostics.faults());
    return diagnostics;
  }

  /// Diagnostics that go to a log, for windows that belong to somebody else.
  static Diagnostics with(ProgramLog log, Executor foreground) {
    return new Diagnostics(
        log, new FaultReporter(log, new FaultRate(System::nanoTime), foreground));
  }

  /// Nothing is kept.
  static Diagnostics none() {
    return with(ProgramLog.none(), Jobs.onFxThread()::later);
  }

  /// Tells what runs here.
  ///
  /// @param arguments that it was started with
  void tellStart(Iterable<String> arguments) {
    ProgramFacts.lines().forEach(log::info);
    log.info("started with: " + String.join(" ", arguments));
  }

  /// Does a step of the start. Where it fails, nothing but the log may tell of it: a program that
  /// is started from a menu has no terminal.
  void starting(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      log.error("the program cannot start", e);
      log.close();
      throw e;
    }
  }

  /// Tells of times in which the FX thread does not answer.
  ForegroundWatch watchForeground() {
    return ForegroundWatch.ofFxThread(AFTER_START, new StallLog(log));
  }
}
