package io.github.tensorloupe.save;

import java.nio.file.Path;
import java.util.Objects;

/// What an unfinished save has left beside a file.
///
/// @param target the file that was being saved, links resolved
/// @param journal the file beside it that tells of the save
/// @param state whether it can be recovered now
/// @param action what recovering would do
/// @param sentence for a person: what was found and what can be done
public record InterruptedSave(
    Path target, Path journal, State state, RecoveryAction action, String sentence) {

  /// Whether a save can be recovered.
  public enum State {
    /// The program that saved is gone.
    ABANDONED,
    /// A program is saving at this moment.
    RUNNING,
    /// A program on another computer began it; whether it still runs cannot be known.
    OTHER_HOST
  }

  public InterruptedSave {
    Objects.requireNonNull(target);
    Objects.requireNonNull(journal);
    Objects.requireNonNull(state);
    Objects.requireNonNull(action);
    Objects.requireNonNull(sentence);
  }
}
