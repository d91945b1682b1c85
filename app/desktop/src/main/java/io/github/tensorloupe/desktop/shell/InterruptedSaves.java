package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.pane.save.RecoveryPanel.Answer;
import io.github.tensorloupe.desktop.selection.OpenDocument.LocatedFinding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.InterruptedSave;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.save.RecoveryReport;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// The unfinished saves beside the files of a checkpoint.
///
/// @param saves by the file, in the order of the checkpoint
record InterruptedSaves(Map<TensorFile, InterruptedSave> saves) {

  /// Looks beside each file. Writes nothing.
  ///
  /// @throws IOException if that cannot be found out
  /// @throws java.util.concurrent.CancellationException if cancelled
  static InterruptedSaves of(Checkpoint checkpoint, Recovery recovery, Cancellation cancellation)
      throws IOException {
    Map<TensorFile, InterruptedSave> saves = new LinkedHashMap<>();
    for (TensorFile file : checkpoint.files()) {
      cancellation.check();
      recovery.inspect(file.path()).ifPresent(save -> saves.put(file, save));
    }
    return new InterruptedSaves(saves);
  }

  /// Puts right what can be put right: abandoned saves, and as far as that is wanted those of other
  /// computers and those that need a choice.
  ///
  /// @return sentences on what was done
  /// @throws IOException if one of them fails; it can be tried again
  static List<Sentence> putRight(
      List<InterruptedSave> saves, Answer.Recover wanted, Recovery recovery) throws IOException {
    List<Sentence> done = new ArrayList<>();
    for (InterruptedSave save : saves) {
      Optional<RecoveryReport> report = Optional.empty();
      if (save.isRecoverable(wanted.otherHostToo())) {
        report = recovery.recover(save.target(), wanted.otherHostToo());
      } else if (wanted.choice().filter(save.choices()::contains).isPresent()) {
        report = recovery.choose(save.target(), wanted.choice().get(), wanted.otherHostToo());
      }
      report.map(RecoveryReport::sentence).ifPresent(done::add);
    }
    return List.copyOf(done);
  }

  List<InterruptedSave> list() {
    return List.copyOf(saves.values());
  }

  /// The same as findings, but for files that tell themselves that their header is unfinished.
  List<LocatedFinding> findings() {
    return saves.entrySet().stream()
        .filter(
            entry ->
                entry.getKey().findings().stream()
                    .noneMatch(finding -> finding.code() == FindingCode.INTERRUPTED_SAVE))
        .map(entry -> new LocatedFinding(Optional.of(entry.getKey()), entry.getValue().finding()))
        .toList();
  }
}
