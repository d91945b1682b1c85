package io.github.tensorloupe.cli;

import module java.base;

/// The answer of the reference library to loading a file or a set.
enum LoadVerdict {
  /// It loads.
  OK,
  /// It is refused.
  REFUSED,
  /// Unknown, because it cannot be read.
  UNREADABLE
}
