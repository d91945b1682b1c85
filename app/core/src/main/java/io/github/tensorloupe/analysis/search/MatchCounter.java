package io.github.tensorloupe.analysis.search;

import module java.base;

import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.ParallelWork;
import io.github.tensorloupe.work.Progress;
import io.github.tensorloupe.work.ReadProgress;

/// Counts all matches in a file, overlapping ones too. Immutable and thread-safe; the threads live
/// as long as a call.
public final class MatchCounter {

  /// The number of chunks that are counted before what is known is told again.
  private static final int CHUNKS_PER_REPORT = 256;

  private final int threadCount;
  private final int chunkBytes;

  /// @param threadCount how many threads count, the calling one among them, at least 1
  public MatchCounter(int threadCount) {
    this(threadCount, ChunkSequence.USUAL_CHUNK_BYTES);
  }

  /// @param chunkBytes how much is counted between two questions whether to stop; a multiple of 24
  MatchCounter(int threadCount, int chunkBytes) {
    if (threadCount < 1) {
      throw new IllegalArgumentException(threadCount + " threads");
    }
    this.threadCount = threadCount;
    this.chunkBytes = chunkBytes;
  }

  /// With a thread for each processor, up to a few, but one of several is left to others.
  public static MatchCounter besideOthers() {
    return new MatchCounter(ParallelWork.threadsBesideOthers());
  }

  /// Counts.
  ///
  /// @param areas in the order of the file
  /// @param onPart receives what is known so far, now and then, on any of the threads
  /// @param cancellation asked before each chunk, at most a mebibyte apart
  /// @param progress reported in bytes
  /// @throws io.github.tensorloupe.model.FileChangedException if the file changed since it was
  ///   opened
  /// @throws IOException if reading fails
  /// @throws java.util.concurrent.CancellationException if cancelled
  public MatchCounts count(
      FileBytes file,
      List<SearchArea> areas,
      Consumer<MatchCounts> onPart,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    List<ChunkSequence> walks =
        areas.stream()
            .map(area -> new ChunkSequence(area, 0, area.placeCount(), true, chunkBytes))
            .filter(walk -> walk.chunkCount() > 0)
            .toList();
    ReadProgress read = new ReadProgress(byteCount(walks), progress);
    ParallelWork workers = new ParallelWork(cancellation);
    Counting counting = new Counting(file, workers, read, onPart);
    for (ChunkSequence walk : walks) {
      AtomicLong nextChunk = new AtomicLong();
      int threads = (int) Math.min(threadCount, walk.chunkCount());
      workers.run(threads, () -> counting.count(walk, nextChunk));
    }
    file.requireUnchanged();
    return counting.counts();
  }

  private static long byteCount(List<ChunkSequence> walks) {
    return walks.stream().mapToLong(ChunkSequence::byteCount).sum();
  }

  /// The number of matches that begin before a byte. Counts again only in a small part of the file.
  ///
  /// @param areas those that were counted
  /// @param counts of all of them
  /// @param byteOffset file offset of a byte of the file
  /// @throws IOException if reading fails
  public long countBefore(
      FileBytes file,
      List<SearchArea> areas,
      MatchCounts counts,
      long byteOffset,
      Cancellation cancellation)
      throws IOException {
    long partBegin = counts.partBegin(byteOffset);
    long count = counts.beforePart(byteOffset);
    Counting counting =
        new Counting(
            file, new ParallelWork(cancellation), new ReadProgress(0, Progress.NONE), _ -> {});
    for (SearchArea area : areas) {
      ChunkSequence walk =
          new ChunkSequence(
              area,
              area.firstPlaceFrom(partBegin),
              area.firstPlaceFrom(byteOffset),
              true,
              chunkBytes);
      counting.count(walk, new AtomicLong());
    }
    return count + counting.counts().total();
  }

  /// The counts of one file, shared by several threads.
  private static final class Counting {

    private final FileBytes file;
    private final ParallelWork workers;
    private final ReadProgress progress;
    private final Consumer<MatchCounts> onPart;
    private final AtomicLongArray counts;
    private final AtomicLong chunksDone = new AtomicLong();

    Counting(
        FileBytes file, ParallelWork workers, ReadProgress progress, Consumer<MatchCounts> onPart) {
      this.file = file;
      this.workers = workers;
      this.progress = progress;
      this.onPart = onPart;
      this.counts = new AtomicLongArray(MatchCounts.partCount(file.length()));
    }

    void count(ChunkSequence walk, AtomicLong nextChunk) throws IOException {
      LaneScanner scanner = LaneScanner.of(walk.area().sought());
      long chunkCount = walk.chunkCount();
      for (long chunk = nextChunk.getAndIncrement();
          chunk < chunkCount;
          chunk = nextChunk.getAndIncrement()) {
        workers.check();
        ChunkSequence.Part part = walk.part(chunk);
        count(walk.area(), part, scanner);
        progress.add(part.byteCount());
        if (chunksDone.incrementAndGet() % CHUNKS_PER_REPORT == 0) {
          onPart.accept(counts());
        }
      }
    }

    private void count(SearchArea area, ChunkSequence.Part part, LaneScanner scanner)
        throws IOException {
      file.examine(
          window -> {
            MemorySegment bytes = window.bytes(part.bytes().begin(), part.bytes().byteCount());
            scanner.prepare(bytes);
            count(area, part, scanner, bytes);
            return null;
          });
    }

    /// Counts the places of each part of the file by themselves.
    private void count(
        SearchArea area, ChunkSequence.Part part, LaneScanner scanner, MemorySegment bytes) {
      long partBytes = MatchCounts.partBytes(file.length());
      int from = part.from();
      while (from < part.to()) {
        long index = area.byteOffset(part.firstPlace() + from) / partBytes;
        long end = area.firstPlaceFrom((index + 1) * partBytes) - part.firstPlace();
        int to = (int) Math.min(part.to(), end);
        counts.addAndGet((int) index, scanner.count(bytes, from, to));
        from = to;
      }
    }

    MatchCounts counts() {
      long[] now = new long[counts.length()];
      for (int i = 0; i < now.length; i++) {
        now[i] = counts.get(i);
      }
      return new MatchCounts(file.length(), now);
    }
  }
}
