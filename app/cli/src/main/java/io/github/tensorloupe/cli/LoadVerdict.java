package io.github.tensorloupe.cli;

import module java.base;

/// The result of loading a file or set with the reference library.
enum LoadVerdict {
  OK,
  REFUSED,
  /// No verdict, because reading the file or set failed.
  UNREADABLE
}
