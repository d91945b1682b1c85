package io.github.tensorloupe.format;

import module java.base;

/// The beginning of a new file, before the data buffer.
///
/// @param bytes the header length, the header and its padding; owned by the caller
/// @param header the content: tensors in the order of their data, and metadata
public record WrittenHeader(byte[] bytes, Header header) {

  /// Returns the length of the data buffer.
  public long dataByteCount() {
    return header.tensors().isEmpty() ? 0 : header.tensors().getLast().end();
  }
}
