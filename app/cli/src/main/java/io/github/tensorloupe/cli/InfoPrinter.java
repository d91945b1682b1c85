package io.github.tensorloupe.cli;

import io.github.tensorloupe.format.Header;

/// Prints what `info` finds.
interface InfoPrinter {

  /// Prints one file, or something that has no header.
  ///
  /// @param report what is known of it as a whole
  /// @param header what it says; empty where it did not parse
  void print(Report report, Header header);
}
