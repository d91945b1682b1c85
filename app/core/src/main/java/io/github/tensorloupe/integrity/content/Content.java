package io.github.tensorloupe.integrity.content;

import module java.base;

/// The content of a tensor or another part of a file: its hash, or the reason why it is unknown.
public sealed interface Content
    permits ContentHash, Content.Truncated, Content.Shared, Content.Unread {

  /// The reason that some of the bytes are beyond the end of the file.
  record Truncated() implements Content {}

  /// Not read, because too many tensors share the bytes.
  record Shared() implements Content {}

  record Unread(IOException failure) implements Content {}

  /// Returns the hash, or throws the reason why it is unknown.
  ///
  /// @throws IOException the failure that occurred when the bytes were read, or an [EOFException]
  ///   if some of them are not in the file or they are shared by too many tensors
  default ContentHash hash() throws IOException {
    return switch (this) {
      case ContentHash hash -> hash;
      case Unread(IOException failure) -> throw failure;
      case Truncated _ -> throw new EOFException("the bytes are not all in the file");
      case Shared _ -> throw new EOFException("too many tensors share the same bytes");
    };
  }
}
