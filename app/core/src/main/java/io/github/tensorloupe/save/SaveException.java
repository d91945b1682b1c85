package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.text.Sentence;

/// A save that did not happen. The message is a sentence for a person that says what, where, and
/// what has become of the file on disk.
public final class SaveException extends SentenceException {

  private static final long serialVersionUID = 1L;

  private final boolean fileIsUnchanged;

  SaveException(Sentence sentence, boolean fileIsUnchanged, Throwable cause) {
    super(sentence);
    initCause(cause);
    this.fileIsUnchanged = fileIsUnchanged;
  }

  /// This failure with one more sentence behind it.
  SaveException with(Sentence more) {
    return new SaveException(sentence().then(more), fileIsUnchanged, this);
  }

  /// True if the file on disk is what it was. If not, its journal is there and [Recovery] puts it
  /// right.
  public boolean fileIsUnchanged() {
    return fileIsUnchanged;
  }
}
