package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// Compares what was copied with where it is from. Kernels copy by themselves, and one that lies
/// would be believed: so both ends and samples in between are read again, from the medium where
/// that can be asked for.
///
/// @param copy open, and forced to the disk
/// @param isComplete true if everything is compared, not samples
/// @param cancellation asked between two samples
public record CopyCheck(OpenFile copy, boolean isComplete, Cancellation cancellation) {

  /// The number of bytes compared at a time, which is also the size of a sample.
  private static final int SAMPLE_BYTES = 1 << 16;

  /// Up to this many bytes all of them are compared.
  private static final long WHOLLY_COMPARED_BYTES = 4L << 20;

  /// At least so many samples are taken, and one in so many bytes.
  private static final int LEAST_SAMPLES = 64;

  private static final long SAMPLE_DISTANCE = 8L << 20;

  @FunctionalInterface
  public interface Source {

    /// Fills the target's remaining bytes.
    ///
    /// @param byteOffset file offset of the first byte
    void read(ByteBuffer target, long byteOffset) throws IOException;
  }

  /// Compares a range. Blocks the calling thread.
  ///
  /// @param sourceStart file offset of the range in the source
  /// @param copyStart file offset of the range in the copy
  /// @throws IOException if reading fails, or a byte is another
  public void compare(Source source, long sourceStart, long copyStart, long byteCount)
      throws IOException {
    long distance =
        isComplete || byteCount <= WHOLLY_COMPARED_BYTES
            ? SAMPLE_BYTES
            : Math.min(byteCount / LEAST_SAMPLES, SAMPLE_DISTANCE);
    int size = (int) Math.min(SAMPLE_BYTES, byteCount);
    ByteBuffer expected = ByteBuffer.allocate(size);
    ByteBuffer found = ByteBuffer.allocate(size);
    for (long at = 0; at < byteCount; at += distance) {
      cancellation.check();
      // The last sample ends with the range.
      long begin = at + distance < byteCount ? at : Math.max(at, byteCount - SAMPLE_BYTES);
      int count = (int) Math.min(SAMPLE_BYTES, byteCount - begin);
      copy.dropCached(copyStart + begin, count);
      source.read(expected.clear().limit(count), sourceStart + begin);
      Transfer.read(copy, found.clear().limit(count), copyStart + begin);
      int difference = expected.flip().mismatch(found.flip());
      if (difference >= 0) {
        throw new SentenceException(
            Sentence.of("byte {0} of the data differs in the new file.", begin + difference));
      }
    }
  }
}
