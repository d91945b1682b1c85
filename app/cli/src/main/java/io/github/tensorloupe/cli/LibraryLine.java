package io.github.tensorloupe.cli;

import io.github.tensorloupe.library.LibraryEntry;
import java.util.Locale;

/// A checkpoint that was found, with its paths as they are printed.
///
/// @param location what to open
/// @param place the folder it was found in
record LibraryLine(LibraryEntry entry, Location location, Location place) {

  /// The word for the state.
  String state() {
    return entry.state().name().toLowerCase(Locale.ROOT);
  }

  /// What it means for the exit code.
  ExitCode exitCode() {
    return switch (entry.state()) {
      case COMPLETE -> ExitCode.FINE;
      case INCOMPLETE, REFUSED -> ExitCode.FINDINGS;
      case UNREADABLE -> ExitCode.FAILURE;
    };
  }
}
