package io.github.tensorloupe.cli;

import io.github.tensorloupe.integrity.expected.Check;
import java.util.List;

/// Prints how files compare with what is promised about them.
interface VerifyPrinter {

  /// Prints one file, or what should have been one.
  ///
  /// @param checks empty where nothing is promised, or nothing could be found out
  void print(Location location, List<Check> checks);

  /// Prints what is left when all files are printed.
  default void end() {}
}
