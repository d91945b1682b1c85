package io.github.tensorloupe.format;

import module java.base;

/// The bytes of a new file that precede the data buffer.
///
/// @param bytes the header length, the header and its padding; owned by the caller
/// @param header the content, with tensors in offset order
public record WrittenHeader(byte[] bytes, Header header) {

  /// Returns the length of the data buffer in bytes.
  public long dataByteCount() {
    return header.tensors().isEmpty() ? 0 : header.tensors().getLast().end();
  }
}
