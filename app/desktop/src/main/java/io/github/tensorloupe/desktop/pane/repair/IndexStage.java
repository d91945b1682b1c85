package io.github.tensorloupe.desktop.pane.repair;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.integrity.doctor.IndexPlan;
import java.util.List;
import java.util.Optional;

/// How far the writing of indexes is.
sealed interface IndexStage {

  /// The shards are being looked at.
  record Looking() implements IndexStage {}

  /// The shards could not be looked at.
  ///
  /// @param failure why
  record Blind(Failure failure) implements IndexStage {}

  /// It is known what would be written.
  ///
  /// @param plans the indexes that are not right; empty where all are
  /// @param problem why the last attempt to write them failed
  record Planned(List<IndexPlan> plans, Optional<Failure> problem) implements IndexStage {

    public Planned {
      plans = List.copyOf(plans);
    }

    /// The plans that can be carried out.
    List<IndexPlan> writable() {
      return plans.stream().filter(plan -> plan.obstacles().isEmpty()).toList();
    }

    /// Whether an index that is there gives way to one of them.
    boolean replaces() {
      return writable().stream().anyMatch(IndexPlan::replaces);
    }
  }

  /// The indexes are being written.
  record Writing(Planned planned) implements IndexStage {}

  /// They are written.
  ///
  /// @param sentence what was done
  record Done(String sentence) implements IndexStage {}
}
