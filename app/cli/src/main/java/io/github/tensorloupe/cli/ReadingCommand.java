package io.github.tensorloupe.cli;

import module java.base;

import picocli.CommandLine.Mixin;

/// A command that opens each file of its paths and prints a result about it.
abstract class ReadingCommand extends PathsCommand {

  @Mixin private FetchFlags fetching;

  /// Reads an open file and prints the result.
  ///
  /// @throws IOException if it cannot be read; the caller reports it as unreadable
  abstract ExitCode process(OpenedFile opened) throws IOException;

  /// Prints the result for an unreadable path, after its errors have been printed.
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
