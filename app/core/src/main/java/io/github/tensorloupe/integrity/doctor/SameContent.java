package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;

/// Whether a tensor is the same in two files, bit for bit.
final class SameContent {

  private static final int BLOCK_BYTES = 1 << 18;

  private final ByteBuffer left = ByteBuffer.allocate(BLOCK_BYTES);
  private final ByteBuffer right = ByteBuffer.allocate(BLOCK_BYTES);

  /// Compares dtype, shape and all bytes.
  ///
  /// @throws IOException if reading fails or a file changed since it was opened
  boolean of(
      TensorFile oneFile,
      TensorInfo one,
      TensorFile otherFile,
      TensorInfo other,
      Cancellation cancellation)
      throws IOException {
    Optional<TensorData> oneData = oneFile.data(one);
    Optional<TensorData> otherData = otherFile.data(other);
    return one.dtype() == other.dtype()
        && one.shape().equals(other.shape())
        && oneData.isPresent()
        && otherData.isPresent()
        && sameBytes(oneData.get(), otherData.get(), cancellation);
  }

  private boolean sameBytes(TensorData one, TensorData other, Cancellation cancellation)
      throws IOException {
    long byteCount = one.range().byteCount();
    if (other.range().byteCount() != byteCount) {
      return false;
    }
    boolean isSame = true;
    for (long done = 0; isSame && done < byteCount; done += left.limit()) {
      cancellation.check();
      int count = (int) Math.min(BLOCK_BYTES, byteCount - done);
      one.file().read(one.range().begin() + done, left.clear().limit(count));
      other.file().read(other.range().begin() + done, right.clear().limit(count));
      isSame = left.flip().equals(right.flip());
    }
    one.file().requireUnchanged();
    other.file().requireUnchanged();
    return isSame;
  }
}
