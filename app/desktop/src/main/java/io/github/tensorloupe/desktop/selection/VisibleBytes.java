package io.github.tensorloupe.desktop.selection;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.TensorFile;

/// Bytes of an open file that a pane shows as they are.
///
/// @param file an open file of the document
/// @param bytes as file offsets; empty where nothing of the file is shown
public record VisibleBytes(TensorFile file, ByteRange bytes) {}
