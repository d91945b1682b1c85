package io.github.tensorloupe.cli;

import module java.base;

import picocli.CommandLine.Mixin;

/// A command that reads paths or addresses and prints a result for each file.
abstract class ReadingCommand extends PathsCommand {

  @Mixin private FetchFlags fetching;

  /// Reads an open file and prints the result. Not called if [#process(Target)] or
  /// [#process(Location, List)] is overridden.
  ExitCode process(OpenedFile opened) throws IOException {
    throw new UnsupportedOperationException(getClass() + " processes whole targets");
  }

  abstract void printUnreadable(Report report);

  @Override
  ExitCode process(Location file) {
    try (OpenedFile opened = opener.open(file)) {
      return process(opened);
    } catch (IOException e) {
      return process(opener.unreadable(file, e));
    }
  }

  @Override
  ExitCode process(Report unreadable) {
    errors.printErrors(unreadable);
    printUnreadable(unreadable);
    return unreadable.exitCode();
  }
}
