package io.github.tensorloupe.integrity.content;

import module java.base;

/// The hash of a tensor or another part of a file, or the reason why it is unknown.
public sealed interface Content permits ContentHash, Content.Cut, Content.Unread {

  /// The reason that some of the bytes are beyond the end of the file.
  record Cut() implements Content {}

  record Unread(IOException failure) implements Content {}

  /// Returns the hash, or throws the reason why it is unknown.
  ///
  /// @throws EOFException if some of the bytes are beyond the end of the file
  /// @throws IOException the failure of reading the bytes
  default ContentHash hash() throws IOException {
    return switch (this) {
      case ContentHash hash -> hash;
      case Unread(IOException failure) -> throw failure;
      case Cut _ -> throw new EOFException("the bytes are not all in the file");
    };
  }
}
