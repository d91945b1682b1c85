package io.github.tensorloupe.desktop.pane.hex.search;

import module java.base;

import io.github.tensorloupe.work.Progress;

/// The number of matches per part of a file, as far as counted. Thread-safe.
public final class MatchCounts {

  private static final int MAX_PARTS = 2048;
  private static final int CHUNKS_PER_REPORT = 256;

  private final long fileLength;

  final long partBytes;

  private final AtomicLongArray counts;

  MatchCounts(long fileLength) {
    this.fileLength = fileLength;
    partBytes = Math.max(1, Math.ceilDiv(fileLength, (long) MAX_PARTS));
    counts = new AtomicLongArray((int) Math.ceilDiv(fileLength, partBytes));
  }

  /// Returns a progress per chunk that publishes these counts at intervals.
  Progress reporting(Consumer<MatchCounts> onPart, Progress progress) {
    AtomicLong chunksDone = new AtomicLong();
    return (done, total) -> {
      progress.report(done, total);
      if (chunksDone.incrementAndGet() % CHUNKS_PER_REPORT == 0) {
        onPart.accept(this);
      }
    };
  }

  void add(int part, long matches) {
    counts.addAndGet(part, matches);
  }

  /// Returns the number of matches that begin before a part.
  long before(int part) {
    return IntStream.range(0, part).mapToLong(counts::get).sum();
  }

  public long total() {
    return before(counts.length());
  }

  /// Returns the relative positions of the parts with matches, from 0 to 1, ascending.
  public double[] marks() {
    return IntStream.range(0, counts.length())
        .filter(part -> counts.get(part) > 0)
        .mapToDouble(part -> (double) (part * partBytes) / fileLength)
        .toArray();
  }
}
