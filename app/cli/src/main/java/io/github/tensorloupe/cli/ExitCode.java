package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.model.RefusedException;

/// The exit codes of the program, in ascending order of severity.
public enum ExitCode {
  FINE,
  /// At least one finding has severity error.
  FINDINGS,
  /// The arguments are wrong, a path could not be read, or output could not be written.
  FAILURE;

  /// Returns the exit code for a read failure. Refused files and files that changed while they were
  /// read are reported as findings.
  public static ExitCode of(IOException failure) {
    return failure instanceof FileChangedException || failure instanceof RefusedException
        ? FINDINGS
        : FAILURE;
  }

  public int number() {
    return ordinal();
  }

  public ExitCode or(ExitCode other) {
    return compareTo(other) < 0 ? other : this;
  }
}
