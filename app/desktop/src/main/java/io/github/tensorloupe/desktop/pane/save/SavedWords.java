package io.github.tensorloupe.desktop.pane.save;

import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import java.util.List;

/// What is told once files have been saved.
final class SavedWords {

  private SavedWords() {}

  /// What became of all files, in sentences.
  ///
  /// @param outcomes at least one; all as wanted
  static String of(List<FileOutcome> outcomes, Messages messages) {
    String saved =
        outcomes.size() == 1
            ? messages.sentence(outcomes.getFirst().sentence())
            : messages.text("save.done", Figures.count(outcomes.size()));
    return outcomes.stream().anyMatch(FileOutcome::isWritten)
        ? saved + " " + messages.text("save.done.tensors")
        : saved;
  }
}
