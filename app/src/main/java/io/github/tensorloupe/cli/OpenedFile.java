package io.github.tensorloupe.cli;

import io.github.tensorloupe.format.Header;
import io.github.tensorloupe.model.TensorFile;
import java.io.IOException;

/// A file that is open to be read, with the report on it.
///
/// @param file closed with this
record OpenedFile(TensorFile file, Report report) implements AutoCloseable {

  /// What the header says; empty where it did not parse.
  Header header() {
    return file.reading().headerParsed() ? file.header() : Header.EMPTY;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
