package io.github.tensorloupe.desktop.pane.tree;

import javafx.scene.control.TableCell;

/// A cell of the tensor tree: shows something of a node of the document's name tree.
abstract class TreeCell extends TableCell<TreeRow, TreeRow> {

  @Override
  protected final void updateItem(TreeRow row, boolean empty) {
    super.updateItem(row, empty);
    if (empty || row == null) {
      clear();
    } else {
      show(row.node());
    }
  }

  /// Shows a node.
  abstract void show(int node);

  /// Shows nothing.
  void clear() {
    setText(null);
    setGraphic(null);
  }
}
