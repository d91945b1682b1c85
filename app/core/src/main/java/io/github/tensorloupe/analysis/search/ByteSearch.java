package io.github.tensorloupe.analysis.search;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Crew;
import io.github.tensorloupe.work.Progress;
import io.github.tensorloupe.work.ReadProgress;

/// Looks for the first match in a file, or in a part of it, or for the last one. Immutable and
/// thread-safe; the threads live as long as a call.
public final class ByteSearch {

  private final int threadCount;
  private final int chunkBytes;

  /// @param threadCount how many threads look, the calling one among them, at least 1
  public ByteSearch(int threadCount) {
    this(threadCount, Walk.USUAL_CHUNK_BYTES);
  }

  /// @param chunkBytes how much is looked at between two questions whether to stop; a multiple of
  ///   24
  ByteSearch(int threadCount, int chunkBytes) {
    if (threadCount < 1) {
      throw new IllegalArgumentException(threadCount + " threads");
    }
    this.threadCount = threadCount;
    this.chunkBytes = chunkBytes;
  }

  /// With a thread for each processor, up to a few, but one of several is left to others.
  public static ByteSearch besideOthers() {
    return new ByteSearch(Crew.threadsBesideOthers());
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

  private List<Walk> walks(List<SearchArea> areas, ByteRange begins, boolean forward) {
    return areas.stream()
        .map(
            area ->
                new Walk(
                    area,
                    area.firstPlaceFrom(begins.begin()),
                    area.firstPlaceFrom(begins.end()),
                    forward,
                    chunkBytes))
        .filter(walk -> walk.chunkCount() > 0)
        .toList();
  }

  int chunkBytes() {
    return chunkBytes;
  }

  private Optional<ByteRange> search(
      FileBytes file, List<Walk> walks, Cancellation cancellation, Progress progress)
      throws IOException {
    long byteCount = walks.stream().mapToLong(Walk::byteCount).sum();
    ReadProgress read = new ReadProgress(byteCount, progress);
    for (Walk walk : walks) {
      Optional<ByteRange> match = new FirstMatch(file, walk, cancellation, read).find(threadCount);
      if (match.isPresent()) {
        return match;
      }
    }
    // That there is none says something of all bytes.
    file.requireUnchanged();
    return Optional.empty();
  }
}
