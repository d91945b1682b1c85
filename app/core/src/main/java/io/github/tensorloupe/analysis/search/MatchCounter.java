package io.github.tensorloupe.analysis.search;

import module java.base;

import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.ParallelWork;
import io.github.tensorloupe.work.Progress;
import io.github.tensorloupe.work.ReadProgress;

/// Counts all matches in a file, overlapping ones too. Immutable and thread-safe; the threads live
/// as long as a call.
///
/// @param threadCount how many threads look, the calling one among them, at least 1
/// @param chunkBytes how much is looked at between two questions whether to stop; a multiple of 24
public record MatchCounter(int threadCount, int chunkBytes) {

  /// The number of chunks that are counted before what is known is told again.
  private static final int CHUNKS_PER_REPORT = 256;

  /// With chunks of the usual size.
  public MatchCounter(int threadCount) {
    this(threadCount, ChunkSequence.USUAL_CHUNK_BYTES);
  }

  public MatchCounter {
    if (threadCount < 1) {
      throw new IllegalArgumentException(threadCount + " threads");
    }
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
    AtomicLongArray counts = new AtomicLongArray(MatchCounts.partCount(file.length()));
    AtomicLong chunksDone = new AtomicLong();
    ReadProgress read =
        new ReadProgress(
            walks.stream().mapToLong(ChunkSequence::byteCount).sum(),
            (done, total) -> {
              progress.report(done, total);
              if (chunksDone.incrementAndGet() % CHUNKS_PER_REPORT == 0) {
                onPart.accept(MatchCounts.of(file.length(), counts));
              }
            });
    ParallelWork workers = new ParallelWork(cancellation);
    for (ChunkSequence walk : walks) {
      AtomicLong nextChunk = new AtomicLong();
      int threads = (int) Math.min(threadCount, walk.chunkCount());
      workers.run(threads, () -> count(file, walk, nextChunk, workers, read, counts));
    }
    file.requireUnchanged();
    return MatchCounts.of(file.length(), counts);
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
    AtomicLongArray inPart = new AtomicLongArray(MatchCounts.partCount(file.length()));
    ParallelWork worker = new ParallelWork(cancellation);
    ReadProgress unheard = new ReadProgress(0, Progress.NONE);
    for (SearchArea area : areas) {
      ChunkSequence walk =
          new ChunkSequence(
              area,
              area.firstPlaceFrom(partBegin),
              area.firstPlaceFrom(byteOffset),
              true,
              chunkBytes);
      count(file, walk, new AtomicLong(), worker, unheard, inPart);
    }
    return counts.beforePart(byteOffset) + MatchCounts.of(file.length(), inPart).total();
  }

  /// @param counts of the matches in each part of the file, shared by several threads
  private static void count(
      FileBytes file,
      ChunkSequence walk,
      AtomicLong nextChunk,
      ParallelWork workers,
      ReadProgress progress,
      AtomicLongArray counts)
      throws IOException {
    SearchArea area = walk.area();
    long partBytes = MatchCounts.partBytes(file.length());
    walk.look(
        file,
        nextChunk,
        chunk -> chunk < walk.chunkCount(),
        workers,
        progress,
        (_, chunk, scanner, bytes) -> {
          // The places of each part of the file by themselves.
          for (int from = chunk.from(); from < chunk.to(); ) {
            long index = area.byteOffset(chunk.firstPlace() + from) / partBytes;
            long end = area.firstPlaceFrom((index + 1) * partBytes) - chunk.firstPlace();
            int to = (int) Math.min(chunk.to(), end);
            counts.addAndGet((int) index, scanner.count(bytes, from, to));
            from = to;
          }
        });
  }
}
