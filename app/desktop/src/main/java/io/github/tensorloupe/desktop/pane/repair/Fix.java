package io.github.tensorloupe.desktop.pane.repair;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.nio.file.Path;

/// A fix of a damaged file, planned before it is carried out.
///
/// @param <P> the plan
interface Fix<P> {

  /// The result.
  ///
  /// @param file that was written
  /// @param isNew true if it is a new file
  /// @param sentence in the language of the window
  record Done(Path file, boolean isNew, String sentence) {}

  /// Plans the fix. Called in the background.
  P plan(TensorFile file) throws IOException;

  /// Returns true if the plan would change anything.
  boolean isUseful(P plan);

  /// Describes the plan. Called on the FX thread.
  List<Node> describe(P plan);

  /// Carries out the plan. Called in the background.
  ///
  /// @param target the new file, replaced if it exists; empty for the damaged file itself
  Done carryOut(P plan, Optional<Path> target, Cancellation cancellation, Progress progress)
      throws IOException;
}
