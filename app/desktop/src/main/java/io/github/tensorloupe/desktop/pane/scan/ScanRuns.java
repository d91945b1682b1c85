package io.github.tensorloupe.desktop.pane.scan;

import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/// Runs passes over tensors, of which only the latest counts, until there are to be no more.
/// Belongs to the FX thread.
final class ScanRuns {

  /// One pass over tensors; runs beside the FX thread.
  interface Pass {
    void run(Cancellation cancellation, Progress progress) throws IOException;
  }

  private final BackgroundScan.Tools tools;
  private Optional<Job> job = Optional.empty();
  private int latest;

  ScanRuns(BackgroundScan.Tools tools) {
    this.tools = tools;
  }

  /// Starts a pass.
  ///
  /// @param titleKey of what is done, in the message bundle
  /// @param onEnd called when it is over, unless another one was started
  /// @param onFailure called in place of it with what was thrown, also where it was stopped
  Job start(String titleKey, Pass pass, Runnable onEnd, Consumer<Throwable> onFailure) {
    int run = ++latest;
    Job started =
        tools
            .jobs()
            .startToEnd(
                tools.messages().text(titleKey),
                (cancellation, progress) -> {
                  pass.run(cancellation, progress);
                  return pass;
                },
                _ -> follow(run, onEnd),
                failure -> follow(run, () -> onFailure.accept(failure)))
            .inBytes();
    job = Optional.of(started);
    return started;
  }

  private void follow(int run, Runnable what) {
    if (run == latest) {
      what.run();
    }
  }

  /// Stops what runs.
  void stop() {
    job.ifPresent(Job::cancel);
  }

  /// Stops what runs, and tells nobody when it is over.
  void drop() {
    latest++;
    stop();
  }
}
