package io.github.tensorloupe.desktop.pane.tree;

import javafx.scene.control.TableView;
import javafx.scene.input.KeyEvent;

/// What the keys do in the rows: right opens a group or goes into it, left closes it or climbs out
/// of it, Enter and Space open and close.
final class TreeKeys {

  private final TableView<TreeRow> table;
  private final TensorTreeViewModel model;

  TreeKeys(TableView<TreeRow> table, TensorTreeViewModel model) {
    this.table = table;
    this.model = model;
  }

  /// Does what a key asks for, and takes it; keys that ask for nothing here are left alone.
  void press(KeyEvent event) {
    TreeRow row = table.getSelectionModel().getSelectedItem();
    if (row == null) {
      return;
    }
    boolean group = model.tree().isGroup(row.node());
    switch (event.getCode()) {
      case RIGHT -> expand(row, group);
      case LEFT -> collapse(row, group);
      case ENTER, SPACE -> {
        if (group) {
          toggleKeepingFocus(row.node());
        }
      }
      default -> {
        return;
      }
    }
    event.consume();
  }

  private void expand(TreeRow row, boolean group) {
    if (group && !model.isExpanded(row.node())) {
      toggleKeepingFocus(row.node());
    } else if (group) {
      table.getSelectionModel().selectNext();
    }
  }

  private void collapse(TreeRow row, boolean group) {
    if (group && model.isExpanded(row.node())) {
      toggleKeepingFocus(row.node());
    } else if (model.tree().parent(row.node()) >= 0) {
      selectNode(model.tree().parent(row.node()));
    }
  }

  private void toggleKeepingFocus(int node) {
    model.toggle(node);
    selectNode(node);
  }

  private void selectNode(int node) {
    int index = model.indexOfNode(node);
    if (index >= 0) {
      table.getSelectionModel().clearAndSelect(index);
      table.getFocusModel().focus(index);
    }
  }
}
