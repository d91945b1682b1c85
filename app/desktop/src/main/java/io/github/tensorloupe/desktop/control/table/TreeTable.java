package io.github.tensorloupe.desktop.control.table;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;

/// A table of names, in which the row of the selected node is marked, wherever it was selected.
public final class TreeTable extends TableView<Integer> {

  private static final double ROW_HEIGHT = 26;

  /// Rows above the marked one that are seen too.
  private static final int ROWS_BEFORE = 4;

  private final NameRows model;
  private boolean followingSelection;

  public TreeTable(String id, String accessibleText, NameRows model) {
    this.model = model;
    setId(id);
    getStyleClass().addAll("dense", "edge-to-edge");
    setFixedCellSize(ROW_HEIGHT);
    setAccessibleText(accessibleText);
    setItems(model.rows);
    getSelectionModel().selectedItemProperty().subscribe(this::rowSelected);
    addEventFilter(KeyEvent.KEY_PRESSED, this::press);
    addEventFilter(ContextMenuEvent.CONTEXT_MENU_REQUESTED, this::markRow);
    model
        .selectionValues()
        .forEach(value -> Following.of(this).subscribe(value, _ -> markSelected()));
    // Ahead of the table, so that it takes no other row for the marked one, and behind it, since it
    // forgets what was marked when rows come to an empty list.
    Following.of(this).subscribe(model.rows, this::markSelected);
    Following.of(this).changes(model.rows, this::markSelected);
  }

  private void rowSelected(Integer node) {
    // The table takes the row that has come in the place of the marked one for a choice.
    if (node != null && !followingSelection && !model.rows.isChanging()) {
      // The table must not be told what to mark while it is marking it.
      followingSelection = true;
      model.select(node);
      followingSelection = false;
    }
  }

  /// None where a filter hides it.
  private void markSelected() {
    int index = model.indexOfNode(model.selectedNode());
    if (followingSelection || getSelectionModel().getSelectedIndex() == index) {
      return;
    }
    followingSelection = true;
    if (index < 0) {
      getSelectionModel().clearSelection();
    } else {
      getSelectionModel().clearAndSelect(index);
      scrollTo(Math.max(0, index - ROWS_BEFORE));
    }
    followingSelection = false;
  }

  /// Right opens a group or enters it, Left closes it or moves to its parent, Enter and Space open
  /// and close. Other keys are not consumed.
  private void press(KeyEvent event) {
    Integer node = getSelectionModel().getSelectedItem();
    if (node == null) {
      return;
    }
    boolean isGroup = model.opens(node);
    boolean isOpen = isGroup && model.isExpanded(node);
    switch (event.getCode()) {
      case RIGHT -> {
        if (isOpen) {
          getSelectionModel().selectNext();
        } else if (isGroup) {
          toggleKeepingFocus(node);
        }
      }
      case LEFT -> {
        if (isOpen) {
          toggleKeepingFocus(node);
        } else {
          selectRow(model.parentOf(node));
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
    model.toggle(node);
    selectRow(node);
  }

  private void selectRow(int node) {
    int index = model.indexOfNode(node);
    if (index >= 0) {
      getSelectionModel().clearAndSelect(index);
      getFocusModel().focus(index);
    }
  }

  /// Marks the row under the pointer before its context menu is shown.
  private void markRow(ContextMenuEvent event) {
    Node node = event.isKeyboardTrigger() ? null : event.getPickResult().getIntersectedNode();
    while (node != null && !(node instanceof TableRow<?>)) {
      node = node.getParent();
    }
    if (node instanceof TableRow<?> row && !row.isEmpty()) {
      getSelectionModel().clearAndSelect(row.getIndex());
    }
  }

  /// The node of the marked row.
  public Optional<Integer> marked() {
    return Optional.ofNullable(getSelectionModel().getSelectedItem());
  }

  /// Gives the rows the keys, the first one if none is marked.
  public void enter() {
    requestFocus();
    if (getSelectionModel().isEmpty()) {
      getSelectionModel().selectFirst();
    }
  }
}
