package io.github.tensorloupe.analysis.search;

import module java.base;

/// The number of matches in each part of a file. Immutable.
public final class MatchCounts {

  /// The number of parts that a file is cut into at most.
  public static final int MAX_PARTS = 2048;

  private final long fileLength;
  private final long partBytes;
  private final long[] counts;

  /// @param fileLength in bytes
  /// @param counts of the matches that begin in each part; kept
  MatchCounts(long fileLength, long[] counts) {
    this.fileLength = fileLength;
    this.partBytes = partBytes(fileLength);
    this.counts = counts;
  }

  static MatchCounts of(long fileLength, AtomicLongArray counts) {
    return new MatchCounts(
        fileLength, IntStream.range(0, counts.length()).mapToLong(counts::get).toArray());
  }

  /// The bytes of each part but the last.
  static long partBytes(long fileLength) {
    return Math.max(1, Math.ceilDiv(fileLength, (long) MAX_PARTS));
  }

  static int partCount(long fileLength) {
    return (int) Math.ceilDiv(fileLength, partBytes(fileLength));
  }

  /// The number of matches.
  public long total() {
    return Arrays.stream(counts).sum();
  }

  /// File offset of the part that a byte is in.
  long partBegin(long byteOffset) {
    return byteOffset / partBytes * partBytes;
  }

  long beforePart(long byteOffset) {
    return Arrays.stream(counts, 0, (int) (byteOffset / partBytes)).sum();
  }

  /// The positions of the parts that matches begin in, from 0 at the file's first byte to 1 at its
  /// end, ascending.
  public double[] marks() {
    double[] marks = new double[counts.length];
    int count = 0;
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0) {
        marks[count++] = (double) (i * partBytes) / fileLength;
      }
    }
    return Arrays.copyOf(marks, count);
  }
}
