package io.github.tensorloupe.desktop.pane;

import module javafx.controls;

/// A pane of one window, made with the window so that its view model follows the document from the
/// start. Its view is made when somebody first turns to it. Belongs to the FX thread.
public interface DocumentPane {

  /// Makes the view; called again after a view has failed.
  ///
  /// @param shown whether the window has turned to the pane
  Node makeView(BooleanExpression shown);

  /// A short text beside the title of the tab; empty for none.
  default ObservableValue<String> badge() {
    return new ReadOnlyStringWrapper("");
  }
}
