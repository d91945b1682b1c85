package io.github.tensorloupe.foreign.torch;

import module java.base;

import io.github.tensorloupe.model.StridedElements;

/// The data of a storage in a file.
///
/// @param byteCount the number of bytes according to the file
/// @param fileOffset the offset of the first byte, or empty if the data is compressed or unreadable
/// @param source the bytes, or empty if they cannot be read
/// @param isCut true if the file ends before the end of the data
/// @param isBigEndian true if numbers are big-endian
record StorageData(
    long byteCount,
    OptionalLong fileOffset,
    Optional<StridedElements.Source> source,
    boolean isCut,
    boolean isBigEndian) {

  StorageData withSource(Optional<StridedElements.Source> other) {
    return new StorageData(byteCount, fileOffset, other, isCut, isBigEndian);
  }
}
