package io.github.tensorloupe.cli;

/// Runs the command line as a separate process.
final class CommandLineProcess {

  private CommandLineProcess() {}

  public static void main(String[] arguments) {
    CommandLineInterface commandLine =
        new CommandLineInterface(CommandEnvironment.ofProcess(), request -> {});
    System.exit(commandLine.run(arguments));
  }
}
