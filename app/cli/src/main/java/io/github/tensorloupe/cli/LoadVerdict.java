package io.github.tensorloupe.cli;

import module java.base;

/// The result of loading a file or set with the reference library.
enum LoadVerdict {
  OK,
  /// The file is an intact checkpoint in another format.
  FOREIGN,
  REFUSED,
  /// No verdict, because reading the file or set failed.
  UNREADABLE;

  /// Returns true if all tensors can be read.
  boolean isGood() {
    return this == OK || this == FOREIGN;
  }
}
