package io.github.tensorloupe.text;

/// A number of bytes that a [Sentence] displays with three significant digits: `1.58 MB`.
///
/// @param byteCount unsigned
public record ByteSize(long byteCount) {}
