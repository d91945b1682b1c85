package io.github.tensorloupe.desktop.pane.batch;

import io.github.tensorloupe.batch.FileReport;
import java.nio.file.Path;
import java.util.Optional;

/// One file of many.
///
/// @param path as it was chosen
/// @param report what became of it; empty where nothing has been tried yet
record FileRow(Path path, Optional<FileReport> report) {}
