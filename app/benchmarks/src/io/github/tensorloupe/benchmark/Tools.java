package io.github.tensorloupe.benchmark;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// Programs of the system that are compared with the program or prepare the comparison.
final class Tools {

  private Tools() {}

  /// Runs a program and returns its output.
  ///
  /// @throws IOException if the exit code is not 0
  static String output(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(command + ": " + output);
    }
    return output.strip();
  }

  /// Flushes the disk, and drops a file from the page cache.
  static void dropFromCache(Path file) throws IOException, InterruptedException {
    output(List.of("sync"));
    output(List.of("dd", "if=" + file, "iflag=nocache", "count=0"));
  }
}
