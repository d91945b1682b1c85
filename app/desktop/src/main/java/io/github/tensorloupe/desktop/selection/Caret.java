package io.github.tensorloupe.desktop.selection;

import io.github.tensorloupe.model.TensorFile;

/// One byte of an open file.
///
/// @param file an open file of the document
/// @param byteOffset file offset of the byte
public record Caret(TensorFile file, long byteOffset) {}
