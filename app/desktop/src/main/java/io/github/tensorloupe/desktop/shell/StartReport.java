package io.github.tensorloupe.desktop.shell;

import java.io.PrintStream;

/// Says that a window shows what it was opened for, to whoever measures the start of the program.
///
/// Asked for with the system property `tensorloupe.start.report`.
final class StartReport {

  /// What is printed, on a line of its own.
  static final String PAINTED = "painted";

  private StartReport() {}

  /// Prints one line, if that was asked for.
  static void tell(PrintStream out) {
    if (Boolean.getBoolean("tensorloupe.start.report")) {
      out.println(PAINTED);
      out.flush();
    }
  }
}
