package io.github.tensorloupe.desktop.pane.save;

import io.github.tensorloupe.edit.EditProblem;
import java.util.List;

/// How far a save is.
sealed interface SaveStage {

  /// It is being found out what would be written.
  record Planning() implements SaveStage {}

  /// What would be written is known, as far as it can be.
  ///
  /// @param problems of each set of changes
  /// @param plans of all files; none where a problem keeps them from being saved
  record Review(List<List<EditProblem>> problems, List<PlannedFile> plans) implements SaveStage {}

  /// Files are being written.
  record Saving() implements SaveStage {}

  /// It is over.
  record Ended(List<FileOutcome> outcomes) implements SaveStage {}
}
