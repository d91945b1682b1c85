package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.model.filetype.Shifted;

/// Bytes that stand before what looks like a whole safetensors file.
public final class LeadingBytes {

  private LeadingBytes() {}

  /// The number of such bytes, at least 1; empty where no file is found behind any.
  ///
  /// @throws IOException if reading fails
  public static OptionalInt count(TensorFile file) throws IOException {
    FileBytes bytes = file.bytes();
    byte[] head = bytes.read(0, (int) Math.min(FileSniffer.HEAD_BYTES, bytes.length()));
    return Shifted.byteCount(FileSniffer.sample(bytes, head));
  }
}
