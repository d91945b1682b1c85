package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.testing.JavaCommand;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Runs a main class of the tests in a separate virtual machine, for tests that depend on the heap
/// size.
public final class TestJvm {

  private TestJvm() {}

  /// Runs a main class and waits for it. Fails if its exit code is not 0.
  ///
  /// @param maxHeap the value of `-Xmx`
  /// @return its output, including standard error
  public static String run(String maxHeap, Class<?> main, String... arguments) throws Exception {
    List<String> command = JavaCommand.of("-Xmx" + maxHeap);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
