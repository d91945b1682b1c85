package io.github.tensorloupe.desktop.pane.scan;

import module java.base;

import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Runs passes over tensors, of which only the latest reports its end. Belongs to the FX thread.
final class ScanRuns {

  /// A pass over tensors; runs in the background.
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
  /// @param titleKey message key of the job title
  /// @param onEnd called after success, unless another pass was started
  /// @param onFailure called after a failure or cancellation instead
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

  /// Stops the current pass.
  void stop() {
    job.ifPresent(Job::cancel);
  }

  /// Stops the current pass without reporting its end.
  void drop() {
    latest++;
    stop();
  }
}
