package io.github.tensorloupe.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.file.Path;

/// Runs the command line as a separate process that treats standard error as a terminal.
final class WatchedProcess {

  private static final int COLUMNS = 80;

  private WatchedProcess() {}

  public static void main(String[] arguments) {
    CommandEnvironment environment =
        new CommandEnvironment(
            Path.of(""),
            System.getenv(),
            new FileOutputStream(FileDescriptor.out),
            new FileOutputStream(FileDescriptor.err),
            false,
            true,
            COLUMNS);
    System.exit(new CommandLineInterface(environment, request -> {}).run(arguments));
  }
}
