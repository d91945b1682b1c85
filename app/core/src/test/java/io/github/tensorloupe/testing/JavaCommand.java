package io.github.tensorloupe.testing;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Creates commands that start another JVM of the same version.
public final class JavaCommand {

  private JavaCommand() {}

  /// Returns a modifiable command. The JVM does not run long enough for the optimizing compiler or
  /// a parallel collector to pay off.
  ///
  /// @param arguments options, the main class, and its arguments
  public static List<String> of(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of(arguments));
    return command;
  }
}
