package io.github.tensorloupe.desktop.pane.tree;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.copy.TensorCopies;
import io.github.tensorloupe.desktop.control.panel.MenuItems;
import io.github.tensorloupe.desktop.control.table.TableColumns;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.model.TensorRef;
import org.kordamp.ikonli.feather.Feather;

/// The context menu of the rows with their keyboard shortcuts: actions on the selected row and on
/// all shown rows.
final class TreeMenu extends ContextMenu {

  private final TableView<Integer> table;
  private final TensorTreeViewModel model;
  private final Messages messages;
  private final CopyMenu copies;
  private final MenuItem exportRow = new MenuItem("", Icons.of(Feather.SHARE));
  private final MenuItem exportShown = new MenuItem();
  private final MenuItem expand;
  private final MenuItem filter;

  TreeMenu(TableView<Integer> table, TensorTreeViewModel model, Messages messages) {
    this.table = table;
    this.model = model;
    this.messages = messages;
    this.copies = new CopyMenu(messages);
    exportRow.setId("tree-export");
    exportShown.setId("tree-export-shown");
    TensorCopies.addTo(copies, this::markedTensor)
        .copies("copy.tensor.path", this::markedPath)
        .copies("copy.tensor.statistics", () -> marked().map(model::statistics).orElse(""));
    List<MenuItem> copyItems = List.copyOf(copies.menu().getItems());
    copies.menu().getItems().clear();
    getItems().setAll(copyItems);
    expand =
        item("expand-below", Feather.CHEVRONS_DOWN, () -> marked().ifPresent(model::expandBelow));
    filter =
        item("filter-group", Feather.FILTER, () -> groupFilter().ifPresent(model.filterText::set));
    getItems().addAll(new SeparatorMenuItem(), expand, filter);
    getItems().addAll(new SeparatorMenuItem(), exportRow, exportShown);
    setOnShowing(_ -> showWords());
  }

  /// Installs this as the context menu of the rows.
  ///
  /// @param onExport receives the tensors in checkpoint order
  /// @param tables menu items that save a table of the shown tensors
  /// @param places menu items that show the marked row in other panes
  void offer(Consumer<List<TensorRef>> onExport, List<MenuItem> tables, List<MenuItem> places) {
    getItems().addAll(tables);
    getItems().add(new SeparatorMenuItem());
    exportRow.setOnAction(_ -> onExport.accept(markedTensors()));
    exportShown.setOnAction(_ -> onExport.accept(model.shownTensors()));
    getItems().addAll(places);
    TableColumns.setRowMenu(table, this);
    table.addEventHandler(KeyEvent.KEY_PRESSED, this::pressCopyKey);
  }

  private MenuItem item(String word, Feather icon, Runnable action) {
    return MenuItems.of("tree-" + word, messages.text("tree.menu." + word), icon, action);
  }

  private Optional<String> groupFilter() {
    return marked().flatMap(node -> TreeFilter.ofGroup(model.tree(), node));
  }

  private Optional<TensorRef> markedTensor() {
    return marked().flatMap(model::tensorOf);
  }

  /// Returns the full name of the marked group, which is the prefix of its tensors' names.
  private String markedPath() {
    return marked()
        .filter(node -> model.tree().isGroup(node))
        .map(node -> model.tree().path(node))
        .orElse("");
  }

  private Optional<Integer> marked() {
    return Optional.ofNullable(table.getSelectionModel().getSelectedItem());
  }

  private void showWords() {
    copies.enable();
    expand.setDisable(marked().filter(model::opens).isEmpty());
    filter.setDisable(groupFilter().isEmpty());
    int marked = markedTensors().size();
    exportRow.setText(messages.count("tree.menu.export", marked));
    exportRow.setDisable(marked == 0);
    int shown = model.matchCount.get();
    exportShown.setText(messages.count("tree.menu.export-shown", shown));
    exportShown.setDisable(shown == 0);
  }

  private void pressCopyKey(KeyEvent event) {
    if (markedTensor().isPresent()) {
      copies.pressKey(event);
    } else if (CopyMenu.isCopy(event) && !markedPath().isEmpty()) {
      event.consume();
      CopyMenu.copy(markedPath(), table);
    }
  }

  private List<TensorRef> markedTensors() {
    return marked().map(model::shownTensors).orElse(List.of());
  }
}
