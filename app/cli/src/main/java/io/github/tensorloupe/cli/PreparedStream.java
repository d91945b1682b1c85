package io.github.tensorloupe.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// A stream before whose every write something is done.
final class PreparedStream extends FilterOutputStream {

  private final Runnable preparation;

  /// @param preparation done before every write
  PreparedStream(OutputStream stream, Runnable preparation) {
    super(stream);
    this.preparation = preparation;
  }

  @Override
  public void write(int b) throws IOException {
    preparation.run();
    out.write(b);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    preparation.run();
    out.write(bytes, offset, length);
  }
}
