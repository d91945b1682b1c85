package io.github.tensorloupe.cli;

import module java.base;

import picocli.CommandLine.Mixin;

/// A command that opens each file that its paths lead to and prints what it reads in it.
abstract class ReadingCommand extends PathsCommand {

  @Mixin private FetchFlags fetching;

  /// Reads an open file and prints the result.
  ///
  /// @throws IOException if it cannot be read; then it is reported as unreadable
  abstract ExitCode process(OpenedFile opened) throws IOException;

  /// Prints the result for a path that cannot be read. Its errors are printed already.
  abstract void printUnreadable(Report report);

  @Override
  ExitCode process(Location file) {
    try (OpenedFile opened = opener().open(file)) {
      return process(opened);
    } catch (IOException e) {
      return process(opener().unreadable(file, e));
    }
  }

  @Override
  ExitCode process(Report unreadable) {
    errors().printErrors(unreadable);
    printUnreadable(unreadable);
    return unreadable.exitCode();
  }
}
