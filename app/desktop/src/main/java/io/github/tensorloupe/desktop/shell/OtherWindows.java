package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import java.nio.file.Path;

/// The requests of a window to the program that shows it beside others. Belongs to the FX thread.
interface OtherWindows {

  /// One window alone.
  OtherWindows NONE =
      new OtherWindows() {
        @Override
        public void showNew() {}

        @Override
        public void reopenClosed() {}

        @Override
        public ObservableBooleanValue canReopen() {
          return new SimpleBooleanProperty(false);
        }

        @Override
        public List<Path> openFiles() {
          return List.of();
        }
      };

  /// Shows a new window on the start page.
  void showNew();

  /// Opens once more the document that was closed last.
  void reopenClosed();

  ObservableBooleanValue canReopen();

  /// The files of what is open now, in all windows.
  List<Path> openFiles();
}
