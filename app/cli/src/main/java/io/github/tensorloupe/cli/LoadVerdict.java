package io.github.tensorloupe.cli;

import java.util.Locale;

/// Whether the reference library would load something.
enum LoadVerdict {
  /// It would.
  OK,
  /// It would not.
  REFUSED,
  /// Nobody can tell: it could not be read.
  UNREADABLE;

  /// The lower-case word used in output.
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
