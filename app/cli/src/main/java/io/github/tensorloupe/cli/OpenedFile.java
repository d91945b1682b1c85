package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Header;
import io.github.tensorloupe.model.TensorFile;

/// A file that is open to be read, with the report on it.
///
/// @param file closed with this
record OpenedFile(TensorFile file, Report report) implements AutoCloseable {

  /// The header; empty where it did not parse.
  Header header() {
    return file.reading().headerParsed() ? file.header() : Header.EMPTY;
  }

  /// The sentence on an interrupted save, from whose journal the file may be recovered.
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
