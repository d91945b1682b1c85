package io.github.tensorloupe.desktop.pane.save;

import module java.base;

import io.github.tensorloupe.save.InterruptedSave;
import io.github.tensorloupe.save.RecoveryChoice;

/// Asks the user about interrupted saves. On the FX thread.
@FunctionalInterface
public interface RecoveryQuestion {

  /// Never asks, and opens files as they are.
  RecoveryQuestion NEVER = (_, answer) -> answer.accept(new Answer.OpenAsItIs());

  /// Asks the user.
  ///
  /// @param found at least one
  /// @param answer called once, now or later
  void ask(List<InterruptedSave> found, Consumer<Answer> answer);

  /// The answer about interrupted saves.
  sealed interface Answer {

    /// Recover, then open the document.
    ///
    /// @param otherHostToo true if saves started on another computer count as abandoned
    /// @param choice for files that need one; empty leaves them unchanged
    record Recover(boolean otherHostToo, Optional<RecoveryChoice> choice) implements Answer {

      public Recover {
        Objects.requireNonNull(choice);
      }
    }

    /// Open the document without changing it.
    record OpenAsItIs() implements Answer {}

    /// Do not open the document.
    record DoNotOpen() implements Answer {}
  }
}
