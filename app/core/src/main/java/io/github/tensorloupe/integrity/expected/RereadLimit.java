package io.github.tensorloupe.integrity.expected;

import module java.base;

import io.github.tensorloupe.model.FileStamp;

/// Limits the number of bytes for reading files again under other names, because many links can
/// lead to one large file. Not thread-safe.
final class RereadLimit {

  static final long MAX_BYTES = 1 << 26;

  private final Set<Object> keys = new HashSet<>();
  private long byteCount;

  /// Returns true if the file has not been read before, or if it can be read again within the
  /// limit.
  boolean permits(Path file) {
    Optional<FileStamp> stamp = FileStamp.of(file);
    if (stamp.isEmpty() || keys.add(stamp.get().fileKey().orElse(file))) {
      return true;
    }
    byteCount += stamp.get().byteLength();
    return byteCount <= MAX_BYTES;
  }
}
