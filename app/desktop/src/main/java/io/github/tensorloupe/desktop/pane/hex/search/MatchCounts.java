package io.github.tensorloupe.desktop.pane.hex.search;

import module java.base;

import io.github.tensorloupe.work.Progress;

/// The number of matches in each part of a file, as far as they have been counted. Thread-safe.
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

  /// A progress that is reported chunk by chunk, and passes these counts on now and then.
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

  /// The number of matches that begin before a part.
  long before(int part) {
    return IntStream.range(0, part).mapToLong(counts::get).sum();
  }

  public long total() {
    return before(counts.length());
  }

  /// The positions of the parts that matches begin in, from 0 at the file's first byte to 1 at its
  /// end, ascending.
  public double[] marks() {
    return IntStream.range(0, counts.length())
        .filter(part -> counts.get(part) > 0)
        .mapToDouble(part -> (double) (part * partBytes) / fileLength)
        .toArray();
  }
}
