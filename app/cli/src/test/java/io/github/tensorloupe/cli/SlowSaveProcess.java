package io.github.tensorloupe.cli;

import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.OpenFile;
import io.github.tensorloupe.testing.Intercepted;
import java.nio.file.Files;
import java.nio.file.Path;

/// Runs the command line as a separate process, in which a rewrite copies one byte at a time, and
/// creates a file when the copy starts.
final class SlowSaveProcess {

  static final String SIGN = "copying";

  private static final long PAUSE_MILLIS = 5;

  private SlowSaveProcess() {}

  public static void main(String[] arguments) {
    FileOperations operations =
        Intercepted.calls(
            FileOperations.class,
            FileOperations.ofThisComputer(),
            (name, _, call) -> name.equals("create") ? slow((OpenFile) call.run()) : call.run());
    CommandLineInterface commandLine =
        new CommandLineInterface(CommandEnvironment.ofProcess(), request -> {}, operations);
    System.exit(commandLine.run(arguments));
  }

  private static OpenFile slow(OpenFile file) {
    return Intercepted.calls(
        OpenFile.class,
        file,
        (name, arguments, call) -> {
          if (name.equals("copyFrom")) {
            arguments[2] = 1L;
            Files.write(Path.of(SIGN), new byte[0]);
            Thread.sleep(PAUSE_MILLIS);
          }
          return call.run();
        });
  }
}
