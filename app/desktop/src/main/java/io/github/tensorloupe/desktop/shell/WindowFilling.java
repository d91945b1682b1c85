package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import java.nio.file.Path;

/// Makes what the windows show. Belongs to the FX thread.
interface WindowFilling {

  /// Gives a stage, which has its size already and is not shown yet, its scene and icons.
  void dress(Stage stage);

  /// Makes a workbench.
  ///
  /// @param stage the window that the document is in, which may change
  /// @param onClose closes the document with its tab or window
  /// @param first the path that is about to be opened; empty for the start page
  Workbench fill(Supplier<Stage> stage, Runnable onClose, Optional<Path> first);
}
