package io.github.tensorloupe.cli;

import module java.base;

/// The answer of the reference library to loading a file or a set.
enum LoadVerdict {
  OK,
  REFUSED,
  /// Unknown, because it cannot be read.
  UNREADABLE
}
