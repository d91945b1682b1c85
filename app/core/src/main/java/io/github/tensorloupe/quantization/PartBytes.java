package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.model.TensorData;

/// The bytes of one part of a quantized weight, read as they are asked for. Where they are asked
/// for in order, some are read ahead. For one thread.
final class PartBytes {

  private static final int READ_AHEAD = 1 << 16;

  /// A code may begin in the last byte, and is taken from two.
  private static final int PADDING = Long.BYTES;

  final TensorData data;
  private byte[] window = {};
  private long begin;
  private int length;

  PartBytes(TensorData data) {
    this.data = data;
  }

  /// Makes a range available in [#window()].
  ///
  /// @param offset from the first byte of the tensor
  /// @return the index of the first byte in the window
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

  /// The bytes that are available, and a few behind them.
  byte[] window() {
    return window;
  }
}
