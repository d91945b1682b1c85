package io.github.tensorloupe.desktop.pane.filemap;

import io.github.tensorloupe.desktop.selection.HealthMarks;
import io.github.tensorloupe.format.Severity;

/// The content of a column of the map, the more important last.
enum ColumnKind {
  /// Bytes of no tensor.
  UNCLAIMED,
  /// A tensor that was scanned and is fine.
  HEALTHY,
  /// A tensor that was not scanned.
  UNKNOWN,
  HEADER,
  /// A tensor with something remarkable.
  NOTE,
  /// A tensor with something odd.
  WARNING,
  /// A tensor with something wrong.
  ERROR,
  /// Bytes that several tensors claim.
  OVERLAP,
  /// Bytes that should be there and are not.
  MISSING;

  /// The kind of a tensor.
  ///
  /// @param tensor its index in the checkpoint
  static ColumnKind of(HealthMarks marks, int tensor) {
    return marks
        .worst(tensor)
        .filter(issue -> !issue.isUsual())
        .map(issue -> of(issue.severity()))
        .orElse(marks.isScanned(tensor) ? HEALTHY : UNKNOWN);
  }

  private static ColumnKind of(Severity severity) {
    return switch (severity) {
      case ERROR -> ERROR;
      case WARNING -> WARNING;
      case INFO -> NOTE;
    };
  }
}
