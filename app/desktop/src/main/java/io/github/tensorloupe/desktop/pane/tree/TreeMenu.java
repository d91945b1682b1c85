package io.github.tensorloupe.desktop.pane.tree;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.copy.TensorCopies;
import io.github.tensorloupe.desktop.pane.tree.RowList.TreeRow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.model.TensorRef;
import org.kordamp.ikonli.feather.Feather;

/// The context menu of the rows: actions on the selected row and on all rows shown.
final class TreeMenu extends ContextMenu {

  private final TableView<TreeRow> table;
  private final TensorTreeViewModel model;
  private final Messages messages;
  private final CopyMenu copies;
  private final MenuItem exportRow = new MenuItem("", Icons.of(Feather.SHARE));
  private final MenuItem exportShown = new MenuItem();

  /// @param onExport receives the tensors, in the order of the checkpoint
  /// @param places items that lead from the marked row to other panes
  TreeMenu(
      TableView<TreeRow> table,
      TensorTreeViewModel model,
      Messages messages,
      Consumer<List<TensorRef>> onExport,
      List<MenuItem> places) {
    this.table = table;
    this.model = model;
    this.messages = messages;
    this.copies = new CopyMenu(messages);
    exportRow.setId("tree-export");
    exportRow.setOnAction(_ -> onExport.accept(markedTensors()));
    exportShown.setId("tree-export-shown");
    exportShown.setOnAction(_ -> onExport.accept(model.shownTensors()));
    TensorCopies.addTo(copies, this::markedTensor).copies("copy.tensor.path", this::markedPath);
    List<MenuItem> copyItems = List.copyOf(copies.menu().getItems());
    copies.menu().getItems().clear();
    getItems().setAll(copyItems);
    getItems().addAll(new SeparatorMenuItem(), exportRow, exportShown, new SeparatorMenuItem());
    getItems().addAll(places);
    setOnShowing(_ -> showWords());
    table.addEventFilter(ContextMenuEvent.CONTEXT_MENU_REQUESTED, this::markRow);
  }

  /// Marks the row under the pointer, so that it is seen what the menu is about.
  private void markRow(ContextMenuEvent event) {
    Node node = event.isKeyboardTrigger() ? null : event.getPickResult().getIntersectedNode();
    while (node != null && !(node instanceof TableRow<?>)) {
      node = node.getParent();
    }
    if (node instanceof TableRow<?> row && !row.isEmpty()) {
      table.getSelectionModel().clearAndSelect(row.getIndex());
    }
  }

  private Optional<TensorRef> markedTensor() {
    return marked().flatMap(row -> model.tensorOf(row.node()));
  }

  /// The name of the marked group, as it begins the names of its tensors.
  private String markedPath() {
    return marked()
        .filter(row -> model.tree().isGroup(row.node()))
        .map(row -> model.tree().path(row.node()))
        .orElse("");
  }

  private Optional<TreeRow> marked() {
    return Optional.ofNullable(table.getSelectionModel().getSelectedItem());
  }

  private void showWords() {
    copies.enable();
    int marked = markedTensors().size();
    exportRow.setText(messages.count("tree.menu.export", marked));
    exportRow.setDisable(marked == 0);
    int shown = model.matchCountProperty().get();
    exportShown.setText(messages.count("tree.menu.export-shown", shown));
    exportShown.setDisable(shown == 0);
  }

  /// Takes the keys for copying.
  void pressKey(KeyEvent event) {
    if (markedTensor().isPresent()) {
      copies.pressKey(event);
    } else if (CopyMenu.isCopy(event) && !markedPath().isEmpty()) {
      event.consume();
      CopyMenu.copy(markedPath(), table);
    }
  }

  /// The tensors at or below the marked row.
  List<TensorRef> markedTensors() {
    return marked().map(row -> model.shownTensors(row.node())).orElse(List.of());
  }

  /// Keys in the rows: Right opens a group or enters it, Left closes it or moves to its parent,
  /// Enter and Space open and close.
  static final class TreeKeys {

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
}
