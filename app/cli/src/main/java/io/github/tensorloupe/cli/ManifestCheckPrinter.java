package io.github.tensorloupe.cli;

import io.github.tensorloupe.integrity.manifest.Manifest;
import io.github.tensorloupe.integrity.manifest.ManifestReport;

/// Prints what `manifest check` finds.
interface ManifestCheckPrinter {

  /// Prints what became of a checkpoint.
  void print(Manifest manifest, ManifestReport report);

  /// Prints that it could not be found out.
  void printFailure(String why);
}
