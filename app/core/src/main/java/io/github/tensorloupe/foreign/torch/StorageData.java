package io.github.tensorloupe.foreign.torch;

import module java.base;

import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.StridedElements;

/// The data of a storage in a file.
///
/// @param byteCount the number of bytes according to the file
/// @param fileOffset the offset of the first byte, or empty if the data is compressed or unreadable
/// @param source the bytes, or empty if they cannot be read
/// @param damage the reason for unreadable bytes if it is reported for each tensor
/// @param isBigEndian true if numbers are big-endian
record StorageData(
    long byteCount,
    OptionalLong fileOffset,
    Optional<StridedElements.Source> source,
    Optional<FindingCode> damage,
    boolean isBigEndian) {}
