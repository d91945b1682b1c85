package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.RefusedException;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;

/// An adapter and its open file. Closing it closes the file.
record OpenAdapter(String typed, TensorFile file, Adapter adapter) implements AutoCloseable {

  /// @throws IOException if the adapter cannot be read or loaders refuse it
  static OpenAdapter open(String typed, Path path) throws IOException {
    TensorFile file = TensorFile.open(Adapter.fileAt(path));
    try {
      if (!file.isIntact()) {
        String reason =
            file.findings().stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .map(Finding::message)
                .findFirst()
                .orElse("It cannot be read.");
        String prefix = reason.contains(typed) ? "" : DisplayText.of(typed) + ": ";
        throw new RefusedException(Sentence.of("{0}", prefix + reason));
      }
      return new OpenAdapter(typed, file, Adapter.of(file));
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  void printRemarks(ErrorOutput errors) {
    adapter.remarks().forEach(remark -> errors.print(typed + ": " + remark));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
