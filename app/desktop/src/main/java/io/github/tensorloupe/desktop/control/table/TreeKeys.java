package io.github.tensorloupe.desktop.control.table;

import module javafx.controls;

/// The keys and the context menu of tables that show a tree. Belongs to the FX thread.
public record TreeKeys(TableView<Integer> table, TreeRows rows) {

  /// Lets keys move in the rows: Right opens a group or enters it, Left closes it or moves to its
  /// parent, Enter and Space open and close. Keys that ask for nothing here are left alone.
  ///
  /// @param table shows the rows
  public static void on(TableView<Integer> table, TreeRows rows) {
    TreeKeys keys = new TreeKeys(table, rows);
    table.addEventFilter(KeyEvent.KEY_PRESSED, keys::press);
  }

  private void press(KeyEvent event) {
    Integer node = table.getSelectionModel().getSelectedItem();
    if (node == null) {
      return;
    }
    boolean isGroup = rows.opens(node);
    boolean isOpen = isGroup && rows.isExpanded(node);
    switch (event.getCode()) {
      case RIGHT -> {
        if (isOpen) {
          table.getSelectionModel().selectNext();
        } else if (isGroup) {
          toggleKeepingFocus(node);
        }
      }
      case LEFT -> {
        if (isOpen) {
          toggleKeepingFocus(node);
        } else {
          select(rows.parentOf(node));
        }
      }
      case ENTER, SPACE -> {
        if (isGroup) {
          toggleKeepingFocus(node);
        }
      }
      default -> {
        return;
      }
    }
    event.consume();
  }

  private void toggleKeepingFocus(int node) {
    rows.toggle(node);
    select(node);
  }

  private void select(int node) {
    int index = rows.indexOfNode(node);
    if (index >= 0) {
      table.getSelectionModel().clearAndSelect(index);
      table.getFocusModel().focus(index);
    }
  }

  /// Marks the row under the pointer, so that it is seen what its menu is about.
  public static void markRow(TableView<Integer> table, ContextMenuEvent event) {
    Node node = event.isKeyboardTrigger() ? null : event.getPickResult().getIntersectedNode();
    while (node != null && !(node instanceof TableRow<?>)) {
      node = node.getParent();
    }
    if (node instanceof TableRow<?> row && !row.isEmpty()) {
      table.getSelectionModel().clearAndSelect(row.getIndex());
    }
  }
}
