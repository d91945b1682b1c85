package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.desktop.session.RememberedDocument;
import java.nio.file.Path;

/// The tab of a workbench, and through it the other tabs and windows. By default, there are none,
/// as in a picture. Belongs to the FX thread.
interface TabHost {

  /// The state of the tabs of the most recently used window.
  ///
  /// @param areSeveral true if there are several tabs, the library included
  /// @param canMove true if the selected tab can be moved into another window
  /// @param movesBack true if it would be moved into an existing window
  /// @param canReopen true if there is a closed document to reopen
  record State(
      BooleanProperty areSeveral,
      BooleanProperty canMove,
      BooleanProperty movesBack,
      BooleanProperty canReopen) {
    State() {
      this(
          new SimpleBooleanProperty(),
          new SimpleBooleanProperty(),
          new SimpleBooleanProperty(),
          new SimpleBooleanProperty());
    }
  }

  /// Returns true if the tab shows documents and never the library.
  default boolean isForDocuments() {
    return false;
  }

  /// Opens a document in a new tab, or selects the tab that shows it already.
  ///
  /// @return false if there are no tabs: the document replaces the current one
  default boolean open(RememberedDocument document) {
    return false;
  }

  /// Adds a tab for a document, which the caller opens in it. Empty if there are no tabs.
  default Optional<Workbench> addTab(Path first) {
    return Optional.empty();
  }

  default void openInNewWindow(Path path) {}

  /// Shows a new window with the library.
  default void showNewWindow() {}

  /// Selects the library.
  default void showLibrary() {}

  /// Returns the library of the window, or empty if it was not shown yet.
  default Optional<Workbench> library() {
    return Optional.empty();
  }

  /// Selects the next tab for 1, the previous one for -1.
  default void stepTabs(int step) {}

  /// Moves the tab into a new window, or back into another one if it is the only document of its
  /// window.
  default void move() {}

  /// Selects the tab and brings its window to the front.
  default void bringToFront() {}

  /// Closes the tab, or the window if the tab shows the library, after pending changes are settled.
  ///
  /// @return false if there are no tabs
  default boolean requestClose() {
    return false;
  }

  default void quit() {}

  /// Reopens the most recently closed document.
  default void reopenClosed() {}

  /// Returns the files of all open documents, in all windows.
  default List<Path> openFiles() {
    return List.of();
  }

  default State state() {
    return new State();
  }
}
