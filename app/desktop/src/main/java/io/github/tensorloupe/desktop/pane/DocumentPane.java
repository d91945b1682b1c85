package io.github.tensorloupe.desktop.pane;

import module javafx.controls;

/// A pane of one window, created with the window so that its view model follows the document from
/// the start. Its view is created when the pane is first shown. Belongs to the FX thread.
public interface DocumentPane {

  /// Creates the view. Called again after a view has failed.
  ///
  /// @param shown true while the window shows the pane
  Node createView(BooleanExpression shown);

  /// Returns a short text shown next to the title of the tab, or an empty text.
  default ObservableValue<String> badge() {
    return new ReadOnlyStringWrapper("");
  }
}
