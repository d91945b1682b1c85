package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.text.Sentence;

/// An unfinished save, found by its artifacts next to a file.
///
/// @param target the saved file, with links resolved
/// @param action the action that [Recovery] would take
/// @param choices the choices of the user; empty if recovery needs no choice
/// @param sentence the state and the next step, for the user
public record InterruptedSave(
    Path target,
    State state,
    RecoveryAction action,
    Set<RecoveryChoice> choices,
    Sentence sentence) {

  public enum State {
    /// The saving program has ended.
    ABANDONED,
    /// A program is saving the file.
    RUNNING,
    /// A program on another computer started the save and may still be running.
    OTHER_HOST,
    /// The journal was set aside. The file cannot be edited until the user makes a choice.
    UNDECIDED,
    /// The journal is not used, because it belongs to another user or is next to another name of
    /// the file.
    OUT_OF_REACH
  }

  public InterruptedSave {
    choices = Set.copyOf(choices);
  }

  /// @param includesOtherHost true to treat saves of other computers as abandoned
  public boolean isRecoverable(boolean includesOtherHost) {
    return state == State.ABANDONED || state == State.OTHER_HOST && includesOtherHost;
  }

  public Finding finding() {
    FindingCode code =
        state == State.RUNNING ? FindingCode.SAVE_UNDER_WAY : FindingCode.INTERRUPTED_SAVE;
    return Finding.of(code, sentence);
  }
}
