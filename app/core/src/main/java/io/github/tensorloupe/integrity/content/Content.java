package io.github.tensorloupe.integrity.content;

import module java.base;

/// The content of a tensor or another piece of a file, as far as it is known.
public sealed interface Content permits ContentHash, Content.Cut, Content.Unread {

  /// Its bytes are not all in the file.
  record Cut() implements Content {}

  record Unread(IOException failure) implements Content {}

  /// The hash of its bytes.
  ///
  /// @throws IOException what kept them from being read
  default ContentHash hash() throws IOException {
    return switch (this) {
      case ContentHash hash -> hash;
      case Unread(IOException failure) -> throw failure;
      case Cut _ -> throw new EOFException("the bytes are not all in the file");
    };
  }
}
