package io.github.tensorloupe.desktop.pane.save;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.save.SavePlan;
import java.nio.file.Path;

/// What came of planning the save of one file.
sealed interface PlannedFile {

  /// The file as it was opened.
  Path path();

  /// It is known what would be written, if nothing stands in the way.
  record Planned(SavePlan plan) implements PlannedFile {
    @Override
    public Path path() {
      return plan.path();
    }
  }

  /// The file could not be looked at.
  ///
  /// @param failure why
  record Unplanned(Path path, Failure failure) implements PlannedFile {}

  /// Whether it can be saved.
  default boolean isSaveable() {
    return this instanceof Planned(SavePlan plan) && plan.obstacles().isEmpty();
  }

  /// How many bytes would be written; 0 where it cannot be saved.
  default long bytesToWrite() {
    return this instanceof Planned(SavePlan plan) && plan.obstacles().isEmpty()
        ? plan.bytesToWrite()
        : 0;
  }
}
