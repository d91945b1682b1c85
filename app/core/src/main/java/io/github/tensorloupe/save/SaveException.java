package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.text.Sentence;

/// Thrown if a save is refused or fails. The message contains the file, the reason, and the state
/// of the file on disk.
public final class SaveException extends SentenceException {

  private static final long serialVersionUID = 1L;

  private final boolean fileIsUnchanged;

  SaveException(Sentence sentence, boolean fileIsUnchanged) {
    super(sentence);
    this.fileIsUnchanged = fileIsUnchanged;
  }

  SaveException(Sentence sentence, boolean fileIsUnchanged, Throwable cause) {
    this(sentence, fileIsUnchanged);
    initCause(cause);
  }

  /// Returns this exception with an additional sentence.
  public SaveException with(Sentence more) {
    return new SaveException(sentence().then(more), fileIsUnchanged, this);
  }

  /// Returns true if the save did not change the content of the file. Otherwise its journal exists,
  /// and [Recovery] can restore the file.
  public boolean fileIsUnchanged() {
    return fileIsUnchanged;
  }
}
