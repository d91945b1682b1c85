package io.github.tensorloupe.desktop.pane.save;

import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.TensorFile;

/// A file with the metadata that it is to have.
///
/// @param file an open file
/// @param metadata all of them, in order
record SaveTarget(TensorFile file, Metadata metadata) {}
