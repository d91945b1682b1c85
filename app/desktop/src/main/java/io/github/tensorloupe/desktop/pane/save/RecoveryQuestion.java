package io.github.tensorloupe.desktop.pane.save;

import io.github.tensorloupe.save.InterruptedSave;
import java.util.List;
import java.util.function.Consumer;

/// Asks what is to be done about interrupted saves. On the FX thread.
@FunctionalInterface
public interface RecoveryQuestion {

  /// Never asks, and opens files as they are.
  RecoveryQuestion NEVER = (_, answer) -> answer.accept(new RecoveryAnswer.OpenAsItIs());

  /// Asks.
  ///
  /// @param found at least one
  /// @param answer is called once, now or later
  void ask(List<InterruptedSave> found, Consumer<RecoveryAnswer> answer);
}
