package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.pane.metadata.JsonCell.NameCell;
import io.github.tensorloupe.desktop.pane.metadata.JsonCell.ValueCell;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.JsonEdit;
import io.github.tensorloupe.edit.JsonEdit.JsonPath;
import io.github.tensorloupe.edit.JsonValue;
import io.github.tensorloupe.edit.JsonValue.JsonObject;

/// A JSON value as a tree of names and values, which are edited in place. Lines are made when the
/// one above them is opened.
final class JsonTree extends TreeTableView<JsonEntry> {

  private static final double ROW_HEIGHT = 26;

  private final EntryEditing editing;
  private final Consumer<JsonEdit> onEdit;
  private final TreeTableColumn<JsonEntry, JsonEntry> nameColumn;
  private final TreeTableColumn<JsonEntry, JsonEntry> valueColumn;
  private Optional<JsonEdit> shown = Optional.empty();
  private boolean startingToEdit;

  /// @param onEdit receives the tree after each edit
  JsonTree(EntryEditing editing, Messages messages, Consumer<JsonEdit> onEdit) {
    this.editing = editing;
    this.onEdit = onEdit;
    setId("metadata-json");
    setAccessibleText(messages.text("metadata.json"));
    setShowRoot(false);
    getStyleClass().addAll("dense", "edge-to-edge");
    setFixedCellSize(ROW_HEIGHT);
    setColumnResizePolicy(CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
    nameColumn = column(messages.text("metadata.json.name"));
    nameColumn.setCellFactory(_ -> new NameCell(this, messages));
    valueColumn = column(messages.text("metadata.json.value"));
    valueColumn.setCellFactory(_ -> new ValueCell(this, messages));
    getColumns().add(nameColumn);
    getColumns().add(valueColumn);
    setContextMenu(new JsonActions(this, messages).menu());
    addEventHandler(KeyEvent.KEY_PRESSED, this::keyPressed);
  }

  private static TreeTableColumn<JsonEntry, JsonEntry> column(String title) {
    TreeTableColumn<JsonEntry, JsonEntry> column = new TreeTableColumn<>(title);
    column.setCellValueFactory(item -> new ReadOnlyObjectWrapper<>(item.getValue().getValue()));
    column.setPrefWidth(220);
    column.setMinWidth(80);
    column.setSortable(false);
    column.setReorderable(false);
    return column;
  }

  private void keyPressed(KeyEvent event) {
    if (getEditingCell() != null || selected().isEmpty()) {
      return;
    }
    switch (event.getCode()) {
      case F2 -> editName();
      case ENTER -> editValue();
      case DELETE -> remove();
      default -> {
        return;
      }
    }
    event.consume();
  }

  /// Shows a value; the lines of its first level are visible. Lines that are open stay so where the
  /// value is the one that is shown, after an edit.
  ///
  /// @param sameEntry true where the value belongs to the entry that is shown
  void show(JsonEdit value, boolean editable, boolean sameEntry) {
    setEditable(editable);
    Set<JsonPath> open = sameEntry ? open() : Set.of();
    if (shown.filter(each -> each.tree().equals(value.tree())).isPresent() && getRoot() != null) {
      shown = Optional.of(value);
      return;
    }
    shown = Optional.of(value);
    build(value.tree(), open);
    if (!sameEntry) {
      scrollTo(0);
    }
  }

  /// Shows nothing.
  void clear() {
    shown = Optional.empty();
    setRoot(null);
  }

  private void build(JsonValue value, Set<JsonPath> open) {
    TreeItem<JsonEntry> root = new JsonEntry.Item(JsonEntry.of(value));
    root.setExpanded(true);
    expand(root, open);
    setRoot(root);
  }

  private static void expand(TreeItem<JsonEntry> item, Set<JsonPath> open) {
    if (open.isEmpty()) {
      return;
    }
    for (TreeItem<JsonEntry> child : item.getChildren()) {
      if (open.contains(child.getValue().path())) {
        child.setExpanded(true);
        expand(child, open);
      }
    }
  }

  private Set<JsonPath> open() {
    Set<JsonPath> open = new HashSet<>();
    for (int row = 0; row < getExpandedItemCount(); row++) {
      TreeItem<JsonEntry> item = getTreeItem(row);
      if (item.isExpanded()) {
        open.add(item.getValue().path());
      }
    }
    return open;
  }

  /// Makes an edit and shows what it gives.
  private void edit(JsonEdit next) {
    Set<JsonPath> open = open();
    int row = getSelectionModel().getSelectedIndex();
    shown = Optional.of(next);
    build(next.tree(), open);
    getSelectionModel().clearAndSelect(Math.min(row, getExpandedItemCount() - 1));
    onEdit.accept(next);
  }

  /// The selected line, unless it stands for a range.
  Optional<JsonEntry> selected() {
    return Optional.ofNullable(getSelectionModel().getSelectedItem())
        .map(TreeItem::getValue)
        .filter(entry -> !entry.isRange());
  }

  /// The tree that is shown.
  Optional<JsonEdit> shown() {
    return shown;
  }

  /// Edits the name of the selected line, where it has one of its own.
  void editName() {
    startEditing(nameColumn);
  }

  /// Edits the value of the selected line, where it is no object or array.
  void editValue() {
    startEditing(valueColumn);
  }

  private void startEditing(TreeTableColumn<JsonEntry, ?> column) {
    edit(-1, null);
    startingToEdit = true;
    try {
      edit(getSelectionModel().getSelectedIndex(), column);
    } finally {
      startingToEdit = false;
    }
  }

  /// Begins editing where it was asked for. The behavior of the tree also asks for it at a second
  /// click on a selected line, which nobody means.
  @Override
  public void edit(int row, TreeTableColumn<JsonEntry, ?> column) {
    if (startingToEdit || row < 0) {
      super.edit(row, column);
    }
  }

  /// The edits that typed text becomes part of.
  EntryEditing editing() {
    return editing;
  }

  /// Gives the value at a place another name.
  void rename(JsonPath path, String name) {
    shown.ifPresent(tree -> edit(tree.rename(path, name)));
  }

  /// Puts another value at a place.
  void replace(JsonPath path, JsonValue value) {
    shown.ifPresent(tree -> edit(tree.replace(path, value)));
  }

  /// Takes the selected line out.
  void remove() {
    if (isEditable()) {
      shown.ifPresent(tree -> selected().ifPresent(entry -> edit(tree.remove(entry.path()))));
    }
  }

  /// Adds an empty text behind the selected line, or at the end where none is selected.
  void addBehind() {
    shown.ifPresent(
        tree ->
            selected()
                .map(entry -> entry.path().parent().child(entry.path().index() + 1))
                .or(() -> tree.endOf(JsonPath.ROOT))
                .ifPresent(place -> add(tree, place)));
  }

  /// Adds an empty text to the selected object or array.
  void addInside() {
    TreeItem<JsonEntry> item = getSelectionModel().getSelectedItem();
    shown.ifPresent(
        tree ->
            selected()
                .flatMap(entry -> tree.endOf(entry.path()))
                .ifPresent(
                    place -> {
                      item.setExpanded(true);
                      add(tree, place);
                    }));
  }

  private void add(JsonEdit tree, JsonPath place) {
    edit(tree.addEmpty(place));
    for (int row = 0; row < getExpandedItemCount(); row++) {
      if (getTreeItem(row).getValue().path().equals(place)) {
        getSelectionModel().clearAndSelect(row);
        scrollTo(row);
        layout();
        startEditing(hasName(getTreeItem(row).getValue()) ? nameColumn : valueColumn);
        return;
      }
    }
  }

  /// True where a line has a name of its own; elements of arrays only have an index.
  boolean hasName(JsonEntry entry) {
    return !entry.isRange()
        && !entry.path().isRoot()
        && shown
            .filter(tree -> entry.path().parent().in(tree.tree()) instanceof JsonObject)
            .isPresent();
  }
}
