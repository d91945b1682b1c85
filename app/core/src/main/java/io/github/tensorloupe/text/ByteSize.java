package io.github.tensorloupe.text;

/// A number of bytes, displayed by a [Sentence] with three significant digits: `1.58 MB`.
///
/// @param byteCount unsigned
public record ByteSize(long byteCount) {}
