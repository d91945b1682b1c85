package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.model.TensorFile;
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

  private static final Finding BEING_WRITTEN =
      Finding.of(
          FindingCode.HEADER_TOO_LARGE,
          Sentence.of(
              "The header is currently being written: the first 8 bytes contain a mark instead of"
                  + " the header length."),
          new ByteRange(0, Preface.BYTE_COUNT));

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

  /// Returns the findings of an open file without its interrupted save if others describe the save.
  ///
  /// @param traces the result of [Recovery#findings]
  public static List<Finding> findings(TensorFile file, List<Finding> traces) {
    List<Finding> findings = new ArrayList<>(file.findings());
    if (file.isUnfinished() && !traces.isEmpty()) {
      // Findings from the journal contain more information.
      findings.removeIf(InterruptedSave::isInterrupted);
      if (traces.stream().noneMatch(InterruptedSave::isInterrupted)) {
        findings.add(BEING_WRITTEN);
      }
    }
    return findings;
  }

  private static boolean isInterrupted(Finding finding) {
    return finding.code() == FindingCode.INTERRUPTED_SAVE;
  }
}
