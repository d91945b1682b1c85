package io.github.tensorloupe.save;

import java.io.IOException;

/// A save that did not happen. The message is a sentence for a person that says what, where, and
/// what has become of the file on disk.
public final class SaveException extends IOException {

  private static final long serialVersionUID = 1L;

  private final boolean fileIsUnchanged;

  SaveException(String sentence, boolean fileIsUnchanged, Throwable cause) {
    super(sentence, cause);
    this.fileIsUnchanged = fileIsUnchanged;
  }

  /// The same with more sentences behind it.
  SaveException with(String more) {
    if (more.isEmpty()) {
      return this;
    }
    SaveException longer = new SaveException(getMessage() + more, fileIsUnchanged, getCause());
    longer.setStackTrace(getStackTrace());
    for (Throwable each : getSuppressed()) {
      longer.addSuppressed(each);
    }
    return longer;
  }

  /// Whether the file on disk is what it was. If not, its journal is there and [Recovery] puts it
  /// right.
  public boolean fileIsUnchanged() {
    return fileIsUnchanged;
  }
}
