package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.work.BackgroundWork;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Reads the startup document while the window is still being created. The first caller that opens
/// this path receives the document, which is then no longer kept here; other paths are read on
/// request. Thread-safe.
final class ReadAhead implements LoadedDocument.Reader {

  private final AtomicReference<Reading> ahead;

  ReadAhead(Path first, FileOperations operations) {
    ahead = new AtomicReference<>(new Reading(first, operations));
  }

  @Override
  public LoadedDocument read(
      Path path, Recovery recovery, Cancellation cancellation, Progress progress)
      throws IOException {
    Reading reading = ahead.get();
    return reading != null && path.equals(reading.path) && ahead.compareAndSet(reading, null)
        ? reading.result(cancellation, progress)
        : LoadedDocument.read(path, recovery, cancellation, progress);
  }

  private static final class Reading {

    private final Path path;
    private final BackgroundWork<LoadedDocument> work;
    private volatile Cancellation currentCancellation = Cancellation.NEVER;
    private volatile Progress currentProgress = Progress.NONE;

    Reading(Path path, FileOperations operations) {
      this.path = path;
      Cancellation stopping = () -> currentCancellation.isRequested();
      Progress forwardedProgress = (done, total) -> currentProgress.report(done, total);
      work =
          new BackgroundWork<>(
              () ->
                  LoadedDocument.read(path, new Recovery(operations), stopping, forwardedProgress));
    }

    LoadedDocument result(Cancellation cancellation, Progress progress) throws IOException {
      currentCancellation = cancellation;
      currentProgress = progress;
      try {
        return work.result();
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
    }
  }
}
