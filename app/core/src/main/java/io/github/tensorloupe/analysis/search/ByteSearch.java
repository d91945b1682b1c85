package io.github.tensorloupe.analysis.search;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.ParallelWork;
import io.github.tensorloupe.work.Progress;
import io.github.tensorloupe.work.ReadProgress;

/// Looks for the first match in a file, or in a part of it, or for the last one. Immutable and
/// thread-safe; the threads live as long as a call.
///
/// @param threadCount how many threads look, the calling one among them, at least 1
/// @param chunkBytes how much is looked at between two questions whether to stop; a multiple of 24
public record ByteSearch(int threadCount, int chunkBytes) {

  /// With chunks of the usual size.
  public ByteSearch(int threadCount) {
    this(threadCount, ChunkSequence.USUAL_CHUNK_BYTES);
  }

  public ByteSearch {
    if (threadCount < 1) {
      throw new IllegalArgumentException(threadCount + " threads");
    }
  }

  /// With a thread for each processor, up to a few, but one of several is left to others.
  public static ByteSearch besideOthers() {
    return new ByteSearch(ParallelWork.threadsBesideOthers());
  }

  /// The first match that begins in a range.
  ///
  /// @param areas in the order of the file
  /// @param begins file offsets where a match may begin
  /// @param cancellation asked before each chunk, at most a mebibyte apart
  /// @param progress reported in bytes
  /// @return the bytes of the match, as file offsets
  /// @throws io.github.tensorloupe.model.FileChangedException if the file became shorter, or there
  ///   is no match and it changed since it was opened
  /// @throws IOException if reading fails
  /// @throws java.util.concurrent.CancellationException if cancelled
  public Optional<ByteRange> first(
      FileBytes file,
      List<SearchArea> areas,
      ByteRange begins,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    return search(file, walks(areas, begins, true), cancellation, progress);
  }

  /// The last match that begins in a range; parameters and failures are those of [#first].
  public Optional<ByteRange> last(
      FileBytes file,
      List<SearchArea> areas,
      ByteRange begins,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    return search(file, walks(areas.reversed(), begins, false), cancellation, progress);
  }

  private List<ChunkSequence> walks(List<SearchArea> areas, ByteRange begins, boolean forward) {
    return areas.stream()
        .map(
            area ->
                new ChunkSequence(
                    area,
                    area.firstPlaceFrom(begins.begin()),
                    area.firstPlaceFrom(begins.end()),
                    forward,
                    chunkBytes))
        .filter(walk -> walk.chunkCount() > 0)
        .toList();
  }

  private Optional<ByteRange> search(
      FileBytes file, List<ChunkSequence> walks, Cancellation cancellation, Progress progress)
      throws IOException {
    long byteCount = walks.stream().mapToLong(ChunkSequence::byteCount).sum();
    ReadProgress read = new ReadProgress(byteCount, progress);
    for (ChunkSequence walk : walks) {
      Optional<ByteRange> match = new FirstMatch(file, walk, cancellation, read).find(threadCount);
      if (match.isPresent()) {
        return match;
      }
    }
    // That there is none says something of all bytes.
    file.requireUnchanged();
    return Optional.empty();
  }

  /// One search along a walk, by threads that take the next chunk when they are done with one.
  /// Where one has found a match, the others finish what comes before it.
  private static final class FirstMatch {

    /// Other threads are started only for more chunks than these.
    private static final long CHUNKS_ALONE = 16;

    private static final long NOWHERE = Long.MAX_VALUE;

    private final FileBytes file;
    private final ChunkSequence walk;
    private final ParallelWork workers;
    private final ReadProgress progress;
    private final AtomicLong nextChunk = new AtomicLong();
    private long chunkOfMatch = NOWHERE;
    private long place;

    FirstMatch(
        FileBytes file, ChunkSequence walk, Cancellation cancellation, ReadProgress progress) {
      this.file = file;
      this.walk = walk;
      this.workers = new ParallelWork(cancellation);
      this.progress = progress;
    }

    /// The first match along the walk.
    Optional<ByteRange> find(int threadCount) throws IOException {
      long chunkCount = walk.chunkCount();
      boolean alone = threadCount == 1 || chunkCount <= CHUNKS_ALONE;
      look(alone ? chunkCount : CHUNKS_ALONE);
      if (!alone && !isBehindMatch(CHUNKS_ALONE)) {
        nextChunk.set(CHUNKS_ALONE);
        workers.run(threadCount, () -> look(chunkCount));
      }
      return chunkOfMatch == NOWHERE ? Optional.empty() : Optional.of(walk.area().match(place));
    }

    private void look(long chunkEnd) throws IOException {
      walk.look(
          file,
          nextChunk,
          chunk -> chunk < chunkEnd && !isBehindMatch(chunk),
          workers,
          progress,
          (chunk, part, scanner, bytes) -> {
            int lane =
                walk.forward()
                    ? scanner.first(bytes, part.from(), part.to())
                    : scanner.last(bytes, part.from(), part.to());
            if (lane != LaneScanner.NONE) {
              note(chunk, part.firstPlace() + lane);
            }
          });
    }

    private synchronized boolean isBehindMatch(long chunk) {
      return chunk > chunkOfMatch;
    }

    private synchronized void note(long chunk, long found) {
      if (chunk < chunkOfMatch) {
        chunkOfMatch = chunk;
        place = found;
      }
    }
  }
}
