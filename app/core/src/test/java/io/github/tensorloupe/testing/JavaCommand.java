package io.github.tensorloupe.testing;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The command that starts another JVM of the kind that runs the test.
public final class JavaCommand {

  private JavaCommand() {}

  /// Its beginning, which the caller can add to. Such a JVM is over before a better compiler or a
  /// parallel collector would pay.
  ///
  /// @param arguments what follows: options, the main class, its arguments
  public static List<String> of(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of(arguments));
    return command;
  }
}
