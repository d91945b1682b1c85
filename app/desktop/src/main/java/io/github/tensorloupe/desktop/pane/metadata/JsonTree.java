package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.panel.MenuItems;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.table.LazyTree;
import io.github.tensorloupe.desktop.control.table.TableColumns;
import io.github.tensorloupe.desktop.pane.metadata.EntryCell.InlineField;
import io.github.tensorloupe.desktop.pane.metadata.JsonEdit.JsonPath;
import io.github.tensorloupe.desktop.selection.MetadataEdits;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.edit.JsonForm;
import io.github.tensorloupe.edit.JsonValue;
import io.github.tensorloupe.edit.JsonValue.JsonString;
import org.kordamp.ikonli.feather.Feather;

/// A JSON value as a tree of names and values with in-place editing.
final class JsonTree extends LazyTree<JsonEntry> {

  private final EntryEditing editing;
  private final Messages messages;
  private final TreeTableColumn<JsonEntry, JsonEntry> nameColumn;
  private final TreeTableColumn<JsonEntry, JsonEntry> valueColumn;
  private long entryId = -1;
  private Optional<JsonEdit> shown = Optional.empty();

  JsonTree(EntryEditing editing, Messages messages) {
    this.editing = editing;
    this.messages = messages;
    setId("metadata-json");
    setAccessibleText(messages.text("metadata.json"));
    setShowRoot(false);
    nameColumn = column(messages.text("metadata.json.name"), true);
    valueColumn = column(messages.text("metadata.json.value"), false);
    getColumns().setAll(List.of(nameColumn, valueColumn));
    // The items are recreated each time the menu is shown.
    ContextMenu menu = new ContextMenu();
    menu.getItems().setAll(menuItems());
    menu.setOnShowing(_ -> menu.getItems().setAll(menuItems()));
    TableColumns.setRowMenu(this, menu);
    addEventHandler(KeyEvent.KEY_PRESSED, this::keyPressed);
  }

  private TreeTableColumn<JsonEntry, JsonEntry> column(String title, boolean ofNames) {
    TreeTableColumn<JsonEntry, JsonEntry> column = new TreeTableColumn<>(title);
    column.setCellFactory(_ -> new JsonCell(ofNames));
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
      case F2 -> startEditing(nameColumn);
      case ENTER -> startEditing(valueColumn);
      case DELETE -> remove();
      default -> {
        return;
      }
    }
    event.consume();
  }

  /// Shows the value of an entry, with the first level expanded. If the same entry is already
  /// shown, as after an edit, expanded lines stay expanded.
  void show(long id, JsonEdit value, boolean editable) {
    setEditable(editable);
    boolean isSameEntry = id == entryId;
    if (!isSameEntry) {
      // The typed text belongs to the previous entry.
      edit(-1, null);
    }
    boolean isShown =
        getRoot() != null && shown.filter(each -> each.tree().equals(value.tree())).isPresent();
    shown = Optional.of(value);
    entryId = id;
    if (!isShown) {
      build(value.tree(), isSameEntry ? expandedPaths() : Set.of());
      if (!isSameEntry) {
        scrollTo(0);
      }
    }
  }

  void clear() {
    shown = Optional.empty();
    setRoot(null);
  }

  private void build(JsonValue value, Set<JsonPath> expandedPaths) {
    setRootRow(JsonEntry.of(value));
    expand(getRoot(), expandedPaths);
  }

  private static void expand(TreeItem<JsonEntry> item, Set<JsonPath> expandedPaths) {
    item.setExpanded(true);
    if (!expandedPaths.isEmpty()) {
      for (TreeItem<JsonEntry> child : item.getChildren()) {
        if (expandedPaths.contains(child.getValue().path())) {
          expand(child, expandedPaths);
        }
      }
    }
  }

  private Set<JsonPath> expandedPaths() {
    return IntStream.range(0, getExpandedItemCount())
        .mapToObj(this::getTreeItem)
        .filter(TreeItem::isExpanded)
        .map(item -> item.getValue().path())
        .collect(Collectors.toSet());
  }

  private Optional<JsonEntry> selected() {
    return Optional.ofNullable(getSelectionModel().getSelectedItem())
        .map(TreeItem::getValue)
        .filter(entry -> !entry.isRange());
  }

  private void startEditing(TreeTableColumn<JsonEntry, ?> column) {
    super.edit(-1, null);
    super.edit(getSelectionModel().getSelectedIndex(), column);
  }

  // Only ends editing: by default, a second click on a selected line would start editing, which is
  // rarely intended.
  @Override
  public void edit(int row, TreeTableColumn<JsonEntry, ?> column) {
    if (row < 0) {
      super.edit(row, column);
    }
  }

  private void change(UnaryOperator<JsonEdit> change) {
    editing.change(edits -> apply(edits, change));
  }

  private void apply(MetadataEdits edits, UnaryOperator<JsonEdit> change) {
    if (shown.isPresent()) {
      JsonEdit next = change.apply(shown.get());
      int row = getSelectionModel().getSelectedIndex();
      shown = Optional.of(next);
      build(next.tree(), expandedPaths());
      getSelectionModel().clearAndSelect(Math.min(row, getExpandedItemCount() - 1));
      edits.entry(entryId).ifPresent(_ -> edits.setValue(entryId, next.text()));
    }
  }

  private void remove() {
    if (isEditable()) {
      selected().ifPresent(entry -> change(tree -> tree.remove(entry.path())));
    }
  }

  private void addAfter() {
    selected()
        .map(entry -> entry.path().parent().child(entry.path().index() + 1))
        .or(() -> shown.flatMap(tree -> tree.endOf(JsonPath.ROOT)))
        .ifPresent(this::add);
  }

  private void addInside() {
    Optional<JsonPath> end =
        selected().flatMap(entry -> shown.flatMap(tree -> tree.endOf(entry.path())));
    if (end.isPresent()) {
      getSelectionModel().getSelectedItem().setExpanded(true);
      add(end.get());
    }
  }

  private void add(JsonPath path) {
    change(tree -> tree.addEmpty(path));
    for (int row = 0; row < getExpandedItemCount(); row++) {
      JsonEntry entry = getTreeItem(row).getValue();
      if (entry.path().equals(path)) {
        getSelectionModel().clearAndSelect(row);
        scrollTo(row);
        layout();
        startEditing(entry.isMember() ? nameColumn : valueColumn);
        return;
      }
    }
  }

  private List<MenuItem> menuItems() {
    boolean editable = isEditable();
    boolean selected = selected().isPresent();
    boolean scalar = selected().filter(each -> each.value().isScalar()).isPresent();
    boolean named = selected().filter(JsonEntry::isMember).isPresent();
    boolean container = selected && !scalar;
    return List.of(
        item("edit-value", Feather.EDIT_2, editable && scalar, () -> startEditing(valueColumn)),
        item("rename", Feather.TAG, editable && named, () -> startEditing(nameColumn)),
        item("turn", Feather.REPEAT, editable && scalar, this::convert),
        new SeparatorMenuItem(),
        item("add", Feather.PLUS, editable, this::addAfter),
        item("add-inside", Feather.CORNER_DOWN_RIGHT, editable && container, this::addInside),
        item("remove", Feather.TRASH_2, editable && selected, this::remove),
        new SeparatorMenuItem(),
        item("copy", Feather.COPY, selected, this::copy));
  }

  private MenuItem item(String name, Feather icon, boolean enabled, Runnable action) {
    String text = messages.text("metadata.json.action." + name);
    MenuItem item = MenuItems.of("metadata-json-" + name, text, icon, action);
    item.setDisable(!enabled);
    return item;
  }

  HBox toolbar() {
    BooleanBinding locked = editableProperty().not();
    BooleanBinding noLine = locked.or(Bindings.isNull(getSelectionModel().selectedItemProperty()));
    HBox bar =
        PanelParts.row(
            2,
            button("add", Feather.PLUS, locked, this::addAfter),
            button("add-inside", Feather.CORNER_DOWN_RIGHT, noLine, this::addInside),
            button("rename", Feather.TAG, noLine, () -> startEditing(nameColumn)),
            button("edit-value", Feather.EDIT_2, noLine, () -> startEditing(valueColumn)),
            button("remove", Feather.TRASH_2, noLine, this::remove));
    bar.getStyleClass().add("metadata-toolbar");
    return bar;
  }

  private Button button(String name, Feather icon, BooleanBinding disabled, Runnable action) {
    String text = messages.text("metadata.json.action." + name);
    Button button =
        PanelParts.iconButton("metadata-json-button-" + name, Icons.of(icon), text, action);
    button.disableProperty().bind(disabled);
    return button;
  }

  /// Converts a string that looks like a number or keyword to one, and any other scalar to a
  /// string.
  private void convert() {
    for (JsonEntry entry : selected().stream().toList()) {
      String text = entry.value().scalarText();
      boolean isString = entry.value() instanceof JsonString;
      JsonValue converted = isString ? JsonEdit.typedValue(text) : new JsonString(text);
      change(tree -> tree.replace(entry.path(), converted));
    }
  }

  private void copy() {
    selected()
        .map(JsonEntry::value)
        .map(value -> value.isScalar() ? value.scalarText() : JsonForm.PRETTY.write(value))
        .ifPresent(CopyMenu::copy);
  }

  /// A cell with in-place editing. Typed text is committed however the user leaves the cell; only
  /// Escape discards it.
  private final class JsonCell extends TreeTableCell<JsonEntry, JsonEntry> {

    private final boolean isName;
    private String styleClass = "";

    JsonCell(boolean isName) {
      this.isName = isName;
      getStyleClass().add("mono");
      Tips.setTooltip(this, () -> Objects.requireNonNullElse(getText(), ""));
      InlineField.onDoubleClick(this, () -> startEditing(getTableColumn()));
    }

    @Override
    public void startEdit() {
      JsonEntry entry = getItem();
      if (entry == null || !(isName ? entry.isMember() : entry.isScalar())) {
        return;
      }
      super.startEdit();
      if (isEditing()) {
        String text = isName ? entry.name() : entry.value().scalarText();
        new InlineField(this, text, editing, (edits, typed) -> apply(edits, change(entry, typed)))
            .open(
                "metadata-json-field",
                getTableColumn().getText(),
                Set.of(KeyCode.ENTER),
                _ -> JsonTree.this.requestFocus());
      }
    }

    private UnaryOperator<JsonEdit> change(JsonEntry entry, String typed) {
      if (isName) {
        return tree -> tree.rename(entry.path(), typed);
      }
      // A string remains a string even if the typed text looks like a number.
      boolean isString = entry.value() instanceof JsonString;
      JsonValue value = isString ? new JsonString(typed) : JsonEdit.typedValue(typed);
      return tree -> tree.replace(entry.path(), value);
    }

    /// Ends editing for any reason, and commits the typed text.
    @Override
    public void cancelEdit() {
      super.cancelEdit();
      updateItem(getItem(), isEmpty());
      editing.document.commitDraft();
    }

    @Override
    protected void updateItem(JsonEntry entry, boolean empty) {
      super.updateItem(entry, empty);
      if (!isEditing()) {
        setGraphic(null);
        setText(null);
        getStyleClass().remove(styleClass);
        if (entry != null) {
          setText(isName ? entry.shownName(messages) : entry.shownValue(messages));
          styleClass = isName ? "json-name" : entry.styleClass();
          getStyleClass().add(styleClass);
        }
      }
    }
  }
}
