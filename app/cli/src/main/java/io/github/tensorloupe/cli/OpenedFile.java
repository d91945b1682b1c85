package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Header;
import io.github.tensorloupe.model.TensorFile;

/// An open file and its report. Closing it closes the file.
record OpenedFile(TensorFile file, Report report) implements AutoCloseable {

  /// Returns the header, or an empty header if it is invalid.
  Header header() {
    return file.reading().headerParsed() ? file.header() : Header.EMPTY;
  }

  /// Returns the message about an interrupted save, whose journal may recover the file, or empty.
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
