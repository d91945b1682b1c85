package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.model.FileChangedException;

/// The exit codes of the program, the worst last.
public enum ExitCode {
  FINE,
  /// There are findings of severity error.
  FINDINGS,
  /// The arguments are wrong, a path could not be read, or something could not be written.
  FAILURE;

  /// The code for a failure to read: a file that changed while it was read can be read, but not
  /// now.
  public static ExitCode of(IOException failure) {
    return failure instanceof FileChangedException ? FINDINGS : FAILURE;
  }

  /// The number the process ends with.
  public int number() {
    return ordinal();
  }

  public ExitCode or(ExitCode other) {
    return compareTo(other) < 0 ? other : this;
  }
}
