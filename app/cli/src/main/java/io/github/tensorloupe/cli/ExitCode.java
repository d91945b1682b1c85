package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.model.RefusedException;

/// The exit codes of the program, the worst last.
public enum ExitCode {
  FINE,
  /// There are findings of severity error.
  FINDINGS,
  /// The arguments are wrong, a path could not be read, or something could not be written.
  FAILURE;

  /// Returns the code for a failure to read. Refused files and files that changed while they were
  /// read can be read; they have findings.
  public static ExitCode of(IOException failure) {
    return failure instanceof FileChangedException || failure instanceof RefusedException
        ? FINDINGS
        : FAILURE;
  }

  /// Returns the exit status of the process.
  public int number() {
    return ordinal();
  }

  public ExitCode or(ExitCode other) {
    return compareTo(other) < 0 ? other : this;
  }
}
