package io.github.tensorloupe.cli;

import io.github.tensorloupe.identify.Identity;
import java.util.Optional;

/// Prints what `info --summary` finds out.
interface SummaryPrinter {

  /// Prints one checkpoint, or something that is none.
  ///
  /// @param report what is known of the file or set as a whole
  /// @param identity what it is; empty where no header could be read
  void print(Report report, Optional<Identity> identity);
}
