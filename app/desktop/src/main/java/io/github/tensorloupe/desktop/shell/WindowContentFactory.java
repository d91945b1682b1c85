package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import java.nio.file.Path;

/// Creates the content of the windows. Belongs to the FX thread.
interface WindowContentFactory {

  /// Sets the scene and icons of a stage, which already has its size and is not shown yet.
  void prepareStage(Stage stage);

  /// Creates a workbench.
  ///
  /// @param stage the window that the document is in, which may change
  /// @param onClose closes the document with its tab or window
  /// @param first the path that is about to be opened; empty for the start page
  Workbench fill(Supplier<Stage> stage, Runnable onClose, Optional<Path> first);
}
