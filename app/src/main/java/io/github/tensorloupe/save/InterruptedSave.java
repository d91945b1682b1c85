package io.github.tensorloupe.save;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
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

  /// Whether recovering may begin.
  ///
  /// @param otherHostToo whether a save that began on another computer is taken for abandoned
  public boolean isRecoverable(boolean otherHostToo) {
    return switch (state) {
      case ABANDONED -> true;
      case OTHER_HOST -> otherHostToo;
      case RUNNING -> false;
    };
  }

  /// The same as a finding about the file.
  public Finding finding() {
    FindingCode code =
        switch (state) {
          case ABANDONED, OTHER_HOST -> FindingCode.INTERRUPTED_SAVE;
          case RUNNING -> FindingCode.SAVE_UNDER_WAY;
        };
    return Finding.of(code, sentence);
  }
}
