package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;

/// The bytes of a part of a quantized weight, read on demand with read-ahead for sequential access.
/// Not thread-safe.
final class PartBytes {

  private static final int READ_AHEAD = 1 << 16;

  /// Allows reading a whole word at the last byte.
  private static final int PADDING = Long.BYTES;

  final TensorData data;
  private byte[] window = {};
  private long begin;
  private int length;

  PartBytes(TensorRef part) {
    data = part.data().orElseThrow();
  }

  /// Reads a range into [#window()].
  ///
  /// @param offset offset from the first byte of the tensor
  /// @return the index in the window of the first byte of the range
  int locate(long offset, int byteCount) throws IOException {
    if (offset < begin || offset + byteCount > begin + length) {
      boolean isNext = offset >= begin && offset <= begin + length;
      long wanted = isNext ? Math.max(byteCount, READ_AHEAD) : byteCount;
      length = (int) Math.min(wanted, data.range().byteCount() - offset);
      if (length < byteCount) {
        throw new EOFException("%d bytes at %d".formatted(byteCount, offset));
      }
      begin = offset;
      if (window.length < length + PADDING) {
        window = new byte[length + PADDING];
      }
      data.file().read(data.range().begin() + offset, ByteBuffer.wrap(window, 0, length));
    }
    return (int) (offset - begin);
  }

  /// Returns the buffer with the bytes of the last [#locate] call, followed by padding.
  byte[] window() {
    return window;
  }
}
