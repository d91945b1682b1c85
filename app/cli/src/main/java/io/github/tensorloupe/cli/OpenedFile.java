package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Header;
import io.github.tensorloupe.model.TensorFile;

/// An open file with its report. Closing it closes the file.
record OpenedFile(TensorFile file, Report report) implements AutoCloseable {

  /// Returns the header, which is empty if it did not parse.
  Header header() {
    return file.reading().headerParsed() ? file.header() : Header.EMPTY;
  }

  /// Returns the message on an interrupted save, whose journal may recover the file.
  Optional<String> interruptedSave() {
    return report.findings().stream()
        .filter(finding -> finding.code() == FindingCode.INTERRUPTED_SAVE)
        .map(Finding::message)
        .findFirst();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
