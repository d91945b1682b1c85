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
    TreeKeys.on(this, model);
    addEventFilter(ContextMenuEvent.CONTEXT_MENU_REQUESTED, event -> TreeKeys.markRow(this, event));
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
