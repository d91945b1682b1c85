package io.github.tensorloupe.desktop.control.table;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;

/// A table of names that marks the row of the selected node, also if it was selected elsewhere.
public final class TreeTable extends TableView<Integer> {

  private static final double ROW_HEIGHT = 26;

  /// Number of rows that remain visible above the marked one.
  private static final int ROWS_BEFORE = 4;

  private final NameRows model;
  private boolean followingSelection;

  /// The first row to show once the table has laid out its current rows, or -1.
  private int scrollTarget = -1;

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
        .forEach(value -> WeakSubscriptions.of(this).subscribe(value, _ -> markSelected()));
    // Registered twice: before the table handles the change, so that it does not select another
    // row, and after it, because the table clears its selection when rows are added to an empty
    // list.
    WeakSubscriptions.of(this).subscribe(model.rows, this::markSelected);
    WeakSubscriptions.of(this).changes(model.rows, this::markSelected);
  }

  private void rowSelected(Integer node) {
    // Ignores the row that replaced the marked one, which the table reports as selected.
    if (node != null && !followingSelection && !model.rows.isChanging()) {
      // The selection of the table must not be changed during its own notification.
      followingSelection = true;
      model.select(node);
      followingSelection = false;
    }
  }

  /// Marks no row if a filter hides the selected node.
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
      scrollTarget = Math.max(0, index - ROWS_BEFORE);
      requestLayout();
    }
    followingSelection = false;
  }

  // Before the layout, the rows of a group that was just expanded are missing.
  @Override
  protected void layoutChildren() {
    super.layoutChildren();
    if (scrollTarget >= 0) {
      scrollTo(scrollTarget);
      scrollTarget = -1;
    }
  }

  /// Right expands a group or enters it, Left collapses it or moves to its parent, Enter and Space
  /// expand and collapse. Other keys are not consumed.
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

  /// Returns the node of the marked row.
  public Optional<Integer> marked() {
    return Optional.ofNullable(getSelectionModel().getSelectedItem());
  }

  /// Moves the focus to the rows, and marks the first one if none is marked.
  public void enter() {
    requestFocus();
    if (getSelectionModel().isEmpty()) {
      getSelectionModel().selectFirst();
    }
  }
}
