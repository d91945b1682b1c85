package io.github.tensorloupe.cli;

/// Runs the command line as a process of its own.
final class CommandLineProcess {

  private CommandLineProcess() {}

  public static void main(String[] arguments) {
    CommandLineInterface commandLine =
        new CommandLineInterface(CommandEnvironment.ofProcess(), request -> {});
    System.exit(commandLine.run(arguments));
  }
}
