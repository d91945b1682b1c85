package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.model.TensorFile;

/// A finding and the open file it is about.
///
/// @param file empty where it is about the checkpoint as a whole or about a file that is not open
public record LocatedFinding(Optional<TensorFile> file, Finding finding) {}
