package io.github.tensorloupe.desktop.pane.save;

import module java.base;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.save.SavePlan;

/// The result of planning the save of one file.
sealed interface PlannedFile {

  /// The file as it was opened.
  Path path();

  /// A plan, possibly with obstacles.
  record Planned(SavePlan plan) implements PlannedFile {
    @Override
    public Path path() {
      return plan.path();
    }
  }

  /// The file could not be read.
  record Unplanned(Path path, Failure failure) implements PlannedFile {}

  /// Returns true if the file can be saved.
  default boolean isSaveable() {
    return this instanceof Planned(SavePlan plan) && plan.obstacles().isEmpty();
  }

  /// Bytes to be written; 0 if the file cannot be saved.
  default long bytesToWrite() {
    return this instanceof Planned(SavePlan plan) && isSaveable() ? plan.bytesToWrite() : 0;
  }
}
