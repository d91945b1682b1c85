package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Finds checkpoints in caches and folders and reads their headers, two at a time, so that others
/// get at the disk as well. Thread-safe; blocks the calling thread.
///
/// @param headers what earlier scans have read
/// @param health what is known of values
public record LibraryScan(HeaderMemory headers, HealthMemory health) {

  private static final int THREADS = 2;

  /// Looks through places. What lies in two of them is found in the first.
  ///
  /// @param listener receives what is found, in no particular order
  /// @param progress reported after each checkpoint, in checkpoints; the total grows as long as
  ///   folders are looked through
  /// @return when the folders that were looked through were changed last
  /// @throws CancellationException if cancelled
  public FolderStamps run(
      List<Place> places, LibraryListener listener, Cancellation cancellation, Progress progress) {
    FolderStamps stamps = new FolderStamps();
    try (Reading reading = new Reading(listener, cancellation, progress)) {
      FolderWalk walk = new FolderWalk(cancellation, listener::passedOver, stamps);
      for (Place place : places) {
        walk.walk(place.folder(), candidate -> reading.start(candidate, place));
      }
      reading.finish();
    }
    return stamps;
  }

  /// Reads what is at one path.
  ///
  /// @param path a file, an index or a folder, there or not
  /// @throws CancellationException if cancelled
  public LibraryEntry inspect(Path path, Cancellation cancellation) {
    FolderWalk walk = new FolderWalk(cancellation, (_, _) -> {}, new FolderStamps());
    Path parent = path.toAbsolutePath().getParent();
    Place place = Place.folder(parent == null ? path : parent);
    return new CandidateReader(walk.at(path), place, headers, health).read();
  }

  /// The headers that are being read in one scan.
  private final class Reading implements AutoCloseable {
    private final ExecutorService threads =
        Executors.newFixedThreadPool(
            THREADS, Thread.ofPlatform().daemon().name("tensorloupe-library-", 1).factory());
    private final List<Future<?>> started = new ArrayList<>();
    private final AtomicInteger doneCount = new AtomicInteger();
    private final LibraryListener listener;
    private final Cancellation cancellation;
    private final Progress progress;

    Reading(LibraryListener listener, Cancellation cancellation, Progress progress) {
      this.listener = listener;
      this.cancellation = cancellation;
      this.progress = progress;
    }

    void start(Candidate candidate, Place place) {
      started.add(
          threads.submit(
              () -> {
                if (!cancellation.isRequested()) {
                  listener.found(new CandidateReader(candidate, place, headers, health).read());
                  progress.report(doneCount.incrementAndGet(), 0);
                }
              }));
    }

    void finish() {
      int total = started.size();
      try {
        for (Future<?> each : started) {
          each.get();
          progress.report(Math.min(total, doneCount.get()), total);
        }
      } catch (ExecutionException e) {
        throw new IllegalStateException("reading a header failed", e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new CancellationException("interrupted");
      }
      cancellation.check();
    }

    /// Nobody reads on after the scan.
    @Override
    public void close() {
      threads.shutdown();
    }
  }
}
