package io.github.tensorloupe.cli;

import io.github.tensorloupe.batch.FileReport;

/// Prints what became of files that were to be edited.
interface EditPrinter {

  /// Prints one file.
  void print(Location location, FileReport report);
}
