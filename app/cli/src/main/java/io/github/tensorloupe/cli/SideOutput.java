package io.github.tensorloupe.cli;

/// Standard output of a command that is not run for what it prints: where the stream takes no more,
/// the work goes on, and the failure comes at the end.
final class SideOutput {

  private OutputException failure;

  /// Prints, unless that has failed before.
  void print(Runnable printing) {
    if (failure != null) {
      return;
    }
    try {
      printing.run();
    } catch (OutputException e) {
      failure = e;
    }
  }

  /// Ends the command when all its work is done.
  ///
  /// @param worst what became of the work
  /// @return the same; a reader who has left changes nothing about it
  /// @throws OutputException if what there was to print could not be written
  ExitCode end(ExitCode worst) {
    if (failure != null && !failure.isBrokenPipe()) {
      throw failure;
    }
    return worst;
  }
}
