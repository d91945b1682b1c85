package io.github.tensorloupe.save;

import java.util.Objects;

/// How a save ended that did not fail.
///
/// @param plan what was done
/// @param isConfirmedDurable whether the disk has confirmed that the new file survives a power cut
/// @param message one sentence for a person
public record SaveOutcome(SavePlan plan, boolean isConfirmedDurable, String message) {

  public SaveOutcome {
    Objects.requireNonNull(plan);
    Objects.requireNonNull(message);
  }

  /// Whether bytes were written.
  public boolean isSaved() {
    return plan.strategy() != Strategy.NONE;
  }
}
