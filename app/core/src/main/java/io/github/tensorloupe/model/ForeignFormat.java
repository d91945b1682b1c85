package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.work.Cancellation;

/// A reader of checkpoints in another file format than safetensors. The implementations are
/// services, so that this package does not depend on them. Stateless and thread-safe.
///
/// A reader executes nothing that a file contains: it creates no object of a class that the file
/// names, and opens no other file.
public interface ForeignFormat {

  /// Reads the structure of a file. Reads no more than the limits of the format, and reports an
  /// exceeded limit as a finding.
  ///
  /// @param file a file that is not a safetensors file; the content may refer to it, and does not
  ///   close it
  /// @param head the first bytes of the file, at most 4,096; not modified
  /// @return the content, or empty if the file is of another format
  /// @throws IOException if the file cannot be read
  /// @throws CancellationException if cancelled
  Optional<ForeignContent> read(ByteSource file, byte[] head, Cancellation cancellation)
      throws IOException;
}
