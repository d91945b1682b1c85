package io.github.tensorloupe.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.file.Path;

/// Runs the command line as a process of its own that takes standard error for a terminal.
final class WatchedProcess {

  private static final int COLUMNS = 80;

  private WatchedProcess() {}

  public static void main(String[] arguments) {
    Surroundings surroundings =
        new Surroundings(
            Path.of(""),
            new FileOutputStream(FileDescriptor.out),
            new FileOutputStream(FileDescriptor.err),
            false,
            true,
            COLUMNS);
    System.exit(new CommandLineInterface(surroundings, request -> {}).run(arguments));
  }
}
