package io.github.tensorloupe.testing;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The result of a finished process.
///
/// @param exitCode the exit code
/// @param output the standard output, decoded as UTF-8
/// @param errors the standard error, decoded as UTF-8
public record FinishedProcess(int exitCode, String output, String errors) {

  /// Much longer than any process needs on a busy machine; ends processes that hang.
  private static final int SECONDS = 300;

  /// Runs a command and waits for its end.
  ///
  /// @param folder the working directory, which also receives temporary output files
  /// @param environment the complete environment
  public static FinishedProcess of(
      Path folder, Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    File output = Files.createTempFile(folder, "output", null).toFile();
    File errors = Files.createTempFile(folder, "errors", null).toFile();
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(output)
            .redirectError(errors);
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError(command + " did not end within " + SECONDS + " s");
    }
    return new FinishedProcess(process.exitValue(), text(output), text(errors));
  }

  private static String text(File file) throws IOException {
    return Files.readString(file.toPath(), StandardCharsets.UTF_8);
  }
}
