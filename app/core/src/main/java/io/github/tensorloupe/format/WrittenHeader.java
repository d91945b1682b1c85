package io.github.tensorloupe.format;

import module java.base;

/// The beginning of a new file: everything that stands before the data buffer.
///
/// @param bytes the header length, the header and its padding; owned by whoever asked for it
/// @param header what the bytes say: the tensors in the order of their data, and the metadata
public record WrittenHeader(byte[] bytes, Header header) {

  /// The number of bytes that the data buffer must have.
  public long dataByteCount() {
    return header.tensors().isEmpty() ? 0 : header.tensors().getLast().end();
  }
}
