package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.work.Cancellation;

/// A comparison of copied bytes with their source, because the kernel reports no checksum. Reads
/// both ends and samples in between, bypassing the page cache if the system supports it.
///
/// @param copy the open copy, already forced to the disk
/// @param isComplete true to compare all bytes, false to compare samples
/// @param cancellation checked before each sample
public record CopyCheck(OpenFile copy, boolean isComplete, Cancellation cancellation) {

  private static final int SAMPLE_BYTES = 1 << 16;
  private static final long MAX_COMPLETE_BYTES = 4L << 20;
  private static final int MIN_SAMPLES = 64;
  private static final long MAX_DISTANCE_BYTES = 8L << 20;

  @FunctionalInterface
  public interface Source {

    /// Reads bytes into the remaining space of a buffer.
    ///
    /// @param byteOffset file offset of the first byte
    void read(ByteBuffer target, long byteOffset) throws IOException;
  }

  /// Compares a range of another open file. Blocks the calling thread.
  ///
  /// @param copyStart file offset of the range in the copy
  /// @throws IOException if reading fails, the source has changed, or a byte differs
  public void compare(ByteSource source, ByteRange range, long copyStart) throws IOException {
    try {
      compare(
          (target, byteOffset) -> source.read(byteOffset, target),
          range.begin(),
          copyStart,
          range.byteCount());
    } catch (IOException e) {
      // A changed source explains the difference.
      source.requireUnchanged();
      throw e;
    }
  }

  /// Compares a range. Blocks the calling thread.
  ///
  /// @param sourceStart file offset of the range in the source
  /// @param copyStart file offset of the range in the copy
  /// @throws IOException if reading fails or a byte differs
  public void compare(Source source, long sourceStart, long copyStart, long byteCount)
      throws IOException {
    long distance =
        isComplete || byteCount <= MAX_COMPLETE_BYTES
            ? SAMPLE_BYTES
            : Math.min(byteCount / MIN_SAMPLES, MAX_DISTANCE_BYTES);
    int size = (int) Math.min(SAMPLE_BYTES, byteCount);
    ByteBuffer expected = ByteBuffer.allocate(size);
    ByteBuffer actual = ByteBuffer.allocate(size);
    for (long at = 0; at < byteCount; at += distance) {
      cancellation.check();
      // Aligns the last sample with the end of the range.
      long begin = at + distance < byteCount ? at : Math.max(at, byteCount - SAMPLE_BYTES);
      int count = (int) Math.min(SAMPLE_BYTES, byteCount - begin);
      copy.dropCached(copyStart + begin, count);
      source.read(expected.clear().limit(count), sourceStart + begin);
      Transfer.read(copy, actual.clear().limit(count), copyStart + begin);
      int difference = expected.flip().mismatch(actual.flip());
      if (difference >= 0) {
        throw new SentenceException(
            "byte {0} of the data differs in the new file.", begin + difference);
      }
    }
  }
}
