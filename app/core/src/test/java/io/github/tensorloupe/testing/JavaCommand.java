package io.github.tensorloupe.testing;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Commands that start a JVM of the version that runs the test.
public final class JavaCommand {

  private JavaCommand() {}

  /// Returns a modifiable command. Such a JVM ends before the optimizing compiler or a parallel
  /// collector would pay off. System calls are allowed as in the start script, so that Java prints
  /// no warning to standard error.
  ///
  /// @param arguments further options, the main class, and its arguments
  public static List<String> of(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of(arguments));
    return command;
  }
}
