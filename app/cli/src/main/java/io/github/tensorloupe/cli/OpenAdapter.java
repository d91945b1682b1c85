package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.compare.Side;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// An adapter with its file, which it closes.
record OpenAdapter(String typed, TensorFile file, Adapter adapter) implements AutoCloseable {

  /// Opens what an argument stands for.
  ///
  /// @throws IOException if it cannot be read, or loaders refuse it
  static OpenAdapter open(String typed, CommandEnvironment environment) throws IOException {
    TensorFile file = TensorFile.open(Adapter.fileAt(path(typed, environment)));
    try {
      if (file.isRefused()) {
        throw new IOException(
            file.findings().stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .map(Finding::message)
                .findFirst()
                .orElse(typed + " cannot be read."));
      }
      return new OpenAdapter(typed, file, Adapter.of(file));
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /// Opens a base.
  ///
  /// @throws IOException if it cannot be read, or not as one whole checkpoint
  static Side openBase(String typed, CommandEnvironment environment) throws IOException {
    Side side = Side.open(path(typed, environment), Cancellation.NEVER, Progress.NONE);
    if (!side.refusals().isEmpty()) {
      try (side) {
        throw new IOException(typed + ": " + Sentence.joined(" ", side.refusals()));
      }
    }
    return side;
  }

  private static Path path(String typed, CommandEnvironment environment) throws IOException {
    if (typed.isEmpty()) {
      // Java would take it for the working directory.
      throw new NoSuchFileException("\"\"");
    }
    try {
      return environment.workingDirectory().resolve(typed);
    } catch (InvalidPathException e) {
      throw new IOException(
          "There is no file %s, and none can have this name.".formatted(typed), e);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
