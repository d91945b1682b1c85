package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.library.LibraryEntry.Contents;
import io.github.tensorloupe.library.LibraryEntry.State;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.text.Sentence;
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

  /// Makes an entry of one candidate by reading the headers of its files. Used once, by one thread.
  private static final class CandidateReader {

    private final Candidate candidate;
    private final Place place;
    private final HeaderMemory headers;
    private final HealthMemory memory;
    private final Map<Dtype, Long> dtypeBytes = new EnumMap<>(Dtype.class);
    private final List<Sentence> refusals = new ArrayList<>();
    private final List<Sentence> failures = new ArrayList<>();
    private Optional<Path> thumbnailFile = Optional.empty();
    private Optional<Health> health = Optional.empty();
    private Instant modified = Instant.EPOCH;
    private long byteLength;
    private long tensorCount;
    private int fileCount;

    CandidateReader(Candidate candidate, Place place, HeaderMemory headers, HealthMemory memory) {
      this.candidate = candidate;
      this.place = place;
      this.headers = headers;
      this.memory = memory;
    }

    LibraryEntry read() {
      candidate
          .faults()
          .forEach(fault -> (fault.isUnreadable() ? failures : refusals).add(fault.sentence()));
      Set<Path> seen = new HashSet<>();
      for (Path file : candidate.files()) {
        try {
          if (seen.add(file.toRealPath())) {
            read(file);
          }
        } catch (IOException e) {
          failures.add(ReadFailures.finding(e).sentence());
        } catch (OutOfMemoryError e) {
          failures.add(Sentence.of("{0} needs more memory than is left.", nameOf(file)));
        }
      }
      candidate.leftovers().forEach(this::count);
      State state = state();
      return new LibraryEntry(
          candidate.name(),
          candidate.path(),
          place,
          candidate.revision(),
          new Contents(byteLength, fileCount, tensorCount, dtypes(), thumbnailFile),
          modified,
          state,
          problem(state),
          health.orElse(Health.UNKNOWN));
    }

    private void read(Path file) throws IOException {
      fileCount++;
      HeaderMemory.FileSummary summary = headers.of(file);
      byteLength += summary.identity().byteLength();
      tensorCount += summary.tensorCount();
      note(summary.identity().modified());
      summary.dtypeBytes().forEach((dtype, bytes) -> dtypeBytes.merge(dtype, bytes, Long::sum));
      summary
          .refusal()
          .ifPresent(
              sentence ->
                  refusals.add(
                      candidate.files().size() == 1
                          ? sentence
                          : Sentence.of("{0}: {1}", nameOf(file), sentence)));
      if (thumbnailFile.isEmpty() && summary.hasThumbnail()) {
        thumbnailFile = Optional.of(file);
      }
      Health known = memory.of(summary.identity(), summary.tensorCount());
      health = Optional.of(health.map(known::and).orElse(known));
    }

    private void count(Leftover leftover) {
      if (leftover.byteLength() > 0) {
        fileCount++;
        byteLength += leftover.byteLength();
      }
      try {
        note(Files.getLastModifiedTime(leftover.file()));
      } catch (IOException e) {
        // It has just been finished; the next look will find it.
        return;
      }
    }

    private void note(FileTime time) {
      if (time.toInstant().isAfter(modified)) {
        modified = time.toInstant();
      }
    }

    private State state() {
      if (!candidate.gaps().isEmpty() || !candidate.leftovers().isEmpty()) {
        return State.INCOMPLETE;
      }
      if (!failures.isEmpty()) {
        return State.UNREADABLE;
      }
      return refusals.isEmpty() ? State.COMPLETE : State.REFUSED;
    }

    private Optional<Sentence> problem(State state) {
      return switch (state) {
        case COMPLETE -> Optional.empty();
        case REFUSED -> Optional.of(refusals.getFirst());
        case UNREADABLE -> Optional.of(failures.getFirst());
        case INCOMPLETE ->
            Stream.concat(
                    candidate.gaps().stream(),
                    candidate.leftovers().stream().map(Leftover::sentence))
                .limit(2)
                .reduce(Sentence::then);
      };
    }

    private List<Dtype> dtypes() {
      return dtypeBytes.entrySet().stream()
          .sorted(Map.Entry.<Dtype, Long>comparingByValue(Comparator.reverseOrder()))
          .map(Map.Entry::getKey)
          .toList();
    }

    private static String nameOf(Path file) {
      return DisplayText.of(String.valueOf(file.getFileName()));
    }
  }
}
