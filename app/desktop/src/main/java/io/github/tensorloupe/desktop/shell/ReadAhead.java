package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Reads the document that the program was started with while its window is still being made.
/// Whoever opens that path first gets the document; all else is read when it is asked for.
/// Thread-safe.
final class ReadAhead implements ReadDocument.Reader {

  private static final long BETWEEN_LOOKS_MILLISECONDS = 5;

  private final Path first;
  private final FutureTask<ReadDocument> reading;
  private final AtomicBoolean isTaken = new AtomicBoolean();
  private volatile Cancellation asked = Cancellation.NEVER;
  private volatile Progress told = Progress.NONE;

  /// Begins to read.
  ReadAhead(Path first, FileOperations operations) {
    this.first = first;
    reading =
        new FutureTask<>(
            () ->
                ReadDocument.read(
                    first,
                    new Recovery(operations),
                    () -> asked.isRequested(),
                    (done, total) -> told.report(done, total)));
    Thread.ofPlatform().daemon().name("tensorloupe-ahead").start(reading);
  }

  @Override
  public ReadDocument read(
      Path path, Recovery recovery, Cancellation cancellation, Progress progress)
      throws IOException {
    if (!path.equals(first) || isTaken.getAndSet(true)) {
      return ReadDocument.read(path, recovery, cancellation, progress);
    }
    asked = cancellation;
    told = progress;
    while (true) {
      try {
        return reading.get(BETWEEN_LOOKS_MILLISECONDS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        // The reading itself ends soon where it is to be stopped, and closes what it has opened.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new CancellationException("interrupted");
      } catch (ExecutionException e) {
        switch (e.getCause()) {
          case IOException failure -> throw failure;
          case RuntimeException failure -> throw failure;
          case Error failure -> throw failure;
          case Throwable failure -> throw new IllegalStateException(failure);
        }
      }
    }
  }
}
