package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.HeaderExtent;
import io.github.tensorloupe.model.TensorFile;

/// The bytes of a file that are more than its tensors need. That there are some does not say where:
/// they stand at the end, or, where the header length leaves out padding, before the first tensor.
/// To cut the end off in that case would shift every tensor and lose the end of the last one.
///
/// @param data all bytes behind the header
record TrailingBytes(TensorFile file, ByteRange data, HeaderExtent extent) {

  private static final int ALIGNMENT = 8;
  private static final int BLOCK_BYTES = 1 << 16;

  /// Whether there are such bytes, they can only be at the end, and no entry of the header speaks
  /// of them.
  ///
  /// @throws IOException if reading fails
  boolean areCertain() throws IOException {
    long needed = extent.dataByteCount();
    // A header that knows of no data at all may have lost the entries of those that are there.
    return needed != 0
        && Long.compareUnsigned(needed, data.byteCount()) < 0
        && extent.claimedByteCount() == needed
        && !mayStandBeforeTheData(data.byteCount() - needed);
  }

  private boolean mayStandBeforeTheData(long count) throws IOException {
    boolean isWellAligned =
        data.begin() % ALIGNMENT == 0 && lowestBit(data.begin() + count) <= lowestBit(data.begin());
    for (long done = 0; done < count; ) {
      int block = (int) Math.min(BLOCK_BYTES, count - done);
      for (byte b : file.bytes().read(data.begin() + done, block)) {
        boolean looksLikePadding = b == ' ' || !isWellAligned && isOtherPadding(b);
        if (!looksLikePadding) {
          return false;
        }
      }
      done += block;
    }
    return true;
  }

  private static boolean isOtherPadding(byte b) {
    return b == 0 || b == '\n' || b == (byte) 0xff;
  }

  private static int lowestBit(long byteOffset) {
    return Long.numberOfTrailingZeros(byteOffset);
  }
}
