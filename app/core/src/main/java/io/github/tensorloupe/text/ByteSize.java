package io.github.tensorloupe.text;

/// A number of bytes that a [Sentence] displays with three significant digits: `1.58 MB`.
///
/// @param byteCount an unsigned number
public record ByteSize(long byteCount) {}
