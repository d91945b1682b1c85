package io.github.tensorloupe.desktop.pane.save;

import io.github.tensorloupe.work.Progress;
import java.time.Duration;

/// Keeps how many bytes are written while only their share is passed on. Thread-safe.
final class ByteProgress {

  private record Count(long done, long total) {}

  private volatile Count count = new Count(0, 0);

  /// A progress that is kept here and passed on.
  Progress over(Progress next) {
    return (done, total) -> {
      count = new Count(done, total);
      next.report(done, total);
    };
  }

  /// What has been written up to now.
  TransferRate rate(Duration elapsed) {
    Count now = count;
    return new TransferRate(now.done(), now.total(), elapsed);
  }
}
