package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.text.Sentence;

/// The remains of an unfinished save beside a file.
///
/// @param target the file that was being saved, links resolved
/// @param state whether it can be recovered now
/// @param action what recovering would do
/// @param choices what can be chosen where recovering needs a choice; empty where it does not
/// @param sentence for a person: what was found and what can be done
public record InterruptedSave(
    Path target,
    State state,
    RecoveryAction action,
    Set<RecoveryChoice> choices,
    Sentence sentence) {

  public enum State {
    /// The program that saved is gone.
    ABANDONED,
    /// A program is saving at this moment.
    RUNNING,
    /// A program on another computer began it; whether it still runs cannot be known.
    OTHER_HOST,
    /// The journal was put aside; until someone has chosen, the file is not edited.
    UNDECIDED,
    /// The journal belongs to a stranger, or lies beside another name of the file: it is not used.
    OUT_OF_REACH
  }

  public InterruptedSave {
    choices = Set.copyOf(choices);
  }

  /// @param otherHostToo true if a save that began on another computer is taken for abandoned
  public boolean isRecoverable(boolean otherHostToo) {
    return state == State.ABANDONED || state == State.OTHER_HOST && otherHostToo;
  }

  public Finding finding() {
    FindingCode code =
        state == State.RUNNING ? FindingCode.SAVE_UNDER_WAY : FindingCode.INTERRUPTED_SAVE;
    return Finding.of(code, sentence);
  }
}
