package io.github.tensorloupe.foreign.zip;

import module java.base;

/// An entry of the directory of an archive.
///
/// @param name the name as in the directory
/// @param flags the general-purpose bit flags
/// @param method the compression method: 0 (stored), 8 (deflate), or an unsupported one
/// @param crc the CRC-32 of the inflated data, unsigned
/// @param compressedSize the number of bytes in the file, at least 0
/// @param size the declared number of inflated bytes, at least 0
/// @param headerOffset the file offset of the local header
/// @param dataOffset the file offset of the data; empty if the entry cannot be read
public record ArchiveEntry(
    String name,
    int flags,
    int method,
    int crc,
    long compressedSize,
    long size,
    long headerOffset,
    OptionalLong dataOffset) {

  static final int STORED = 0;
  static final int DEFLATED = 8;

  static final int ENCRYPTED = 1;
  static final int SIZES_FOLLOW = 8;

  // Windows also accepts absolute paths with a drive letter.
  private static final Pattern UNSAFE =
      Pattern.compile("/.*|[A-Za-z]:/.*|(.*/)?\\.\\.(/.*)?|.*\\\\.*", Pattern.DOTALL);

  ArchiveEntry withData(long offset) {
    OptionalLong data = OptionalLong.of(offset);
    return new ArchiveEntry(name, flags, method, crc, compressedSize, size, headerOffset, data);
  }

  public boolean isReadable() {
    return dataOffset.isPresent();
  }

  public boolean isStored() {
    return method == STORED;
  }

  /// Returns true for the entry of a folder, which has no data.
  public boolean isFolder() {
    return name.endsWith("/");
  }

  /// Returns true if the name could lead out of the folder into which an archive is extracted.
  public boolean isUnsafe() {
    return UNSAFE.matcher(name).matches();
  }

  /// Returns the file offset of the data if the bytes in the file are the data of the entry.
  public OptionalLong directOffset() {
    return isStored() ? dataOffset : OptionalLong.empty();
  }
}
