package io.github.tensorloupe.desktop.pane.repair;

import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;

/// Something that helps one damaged file, planned before it is done.
///
/// @param <P> the plan: what would be done
interface Fix<P> {

  /// What was done.
  ///
  /// @param file where the result is
  /// @param isNew whether that is another file than the damaged one
  /// @param sentence for a person
  record Done(Path file, boolean isNew, String sentence) {}

  /// Looks at a file. Called beside the FX thread.
  P plan(TensorFile file) throws IOException;

  /// Whether there is anything that the plan would do.
  boolean isWorthwhile(P plan);

  /// Shows the plan to a person. Called on the FX thread.
  List<Node> describe(P plan);

  /// Does it. Called beside the FX thread.
  ///
  /// @param target the new file, which gives way if it is there; empty for the damaged file itself
  Done carryOut(P plan, Optional<Path> target, Cancellation cancellation, Progress progress)
      throws IOException;
}
