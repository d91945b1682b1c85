package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.edit.JsonEdit;
import io.github.tensorloupe.edit.JsonEdit.JsonPath;
import io.github.tensorloupe.edit.JsonForm;
import io.github.tensorloupe.edit.JsonValue;
import io.github.tensorloupe.edit.JsonValue.JsonObject;
import io.github.tensorloupe.edit.JsonValue.JsonString;
import org.kordamp.ikonli.feather.Feather;

/// A JSON value as a tree of names and values, which are edited in place. Lines are made when the
/// one above them is opened.
final class JsonTree extends TreeTableView<JsonEntry> {

  private static final double ROW_HEIGHT = 26;

  private final EntryEditing editing;
  private final Messages messages;
  private final Consumer<JsonEdit> onEdit;
  private final TreeTableColumn<JsonEntry, JsonEntry> nameColumn;
  private final TreeTableColumn<JsonEntry, JsonEntry> valueColumn;
  private Optional<JsonEdit> shown = Optional.empty();
  private boolean startingToEdit;

  /// @param onEdit receives the tree after each edit
  JsonTree(EntryEditing editing, Messages messages, Consumer<JsonEdit> onEdit) {
    this.editing = editing;
    this.messages = messages;
    this.onEdit = onEdit;
    setId("metadata-json");
    setAccessibleText(messages.text("metadata.json"));
    setShowRoot(false);
    getStyleClass().addAll("dense", "edge-to-edge");
    setFixedCellSize(ROW_HEIGHT);
    setColumnResizePolicy(CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
    nameColumn =
        column(
            messages.text("metadata.json.name"),
            new JsonCell.Part(
                entry -> entry.shownName(messages),
                _ -> "json-name",
                this::hasName,
                JsonEntry::name,
                (entry, name) -> rename(entry.path(), name)));
    valueColumn =
        column(
            messages.text("metadata.json.value"),
            new JsonCell.Part(
                entry -> entry.shownValue(messages),
                JsonEntry::styleClass,
                entry -> !entry.isRange() && entry.value().isScalar(),
                entry -> entry.value().scalarText(),
                (entry, text) -> replace(entry.path(), entry.value().replacedBy(text))));
    getColumns().setAll(List.of(nameColumn, valueColumn));
    setContextMenu(menu());
    addEventHandler(KeyEvent.KEY_PRESSED, this::keyPressed);
  }

  private TreeTableColumn<JsonEntry, JsonEntry> column(String title, JsonCell.Part part) {
    TreeTableColumn<JsonEntry, JsonEntry> column = new TreeTableColumn<>(title);
    column.setCellFactory(_ -> new JsonCell(this, part));
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
    boolean isShown =
        getRoot() != null && shown.filter(each -> each.tree().equals(value.tree())).isPresent();
    shown = Optional.of(value);
    if (!isShown) {
      build(value.tree(), sameEntry ? open() : Set.of());
      if (!sameEntry) {
        scrollTo(0);
      }
    }
  }

  void clear() {
    shown = Optional.empty();
    setRoot(null);
  }

  private void build(JsonValue value, Set<JsonPath> open) {
    TreeItem<JsonEntry> root = new JsonEntry.Item(JsonEntry.of(value));
    expand(root, open);
    setRoot(root);
  }

  private static void expand(TreeItem<JsonEntry> item, Set<JsonPath> open) {
    item.setExpanded(true);
    if (!open.isEmpty()) {
      item.getChildren().stream()
          .filter(child -> open.contains(child.getValue().path()))
          .forEach(child -> expand(child, open));
    }
  }

  private Set<JsonPath> open() {
    return IntStream.range(0, getExpandedItemCount())
        .mapToObj(this::getTreeItem)
        .filter(TreeItem::isExpanded)
        .map(item -> item.getValue().path())
        .collect(Collectors.toSet());
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
  private Optional<JsonEntry> selected() {
    return Optional.ofNullable(getSelectionModel().getSelectedItem())
        .map(TreeItem::getValue)
        .filter(entry -> !entry.isRange());
  }

  /// Edits the name of the selected line, where it has one of its own.
  private void editName() {
    startEditing(nameColumn);
  }

  /// Edits the value of the selected line, where it is no object or array.
  private void editValue() {
    startEditing(valueColumn);
  }

  /// Edits a part of the selected line.
  void startEditing(TreeTableColumn<JsonEntry, ?> column) {
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

  private void rename(JsonPath path, String name) {
    shown.ifPresent(tree -> edit(tree.rename(path, name)));
  }

  private void replace(JsonPath path, JsonValue value) {
    shown.ifPresent(tree -> edit(tree.replace(path, value)));
  }

  private void remove() {
    if (isEditable()) {
      shown.ifPresent(tree -> selected().ifPresent(entry -> edit(tree.remove(entry.path()))));
    }
  }

  /// Adds an empty text behind the selected line, or at the end where none is selected.
  private void addBehind() {
    shown.ifPresent(
        tree ->
            selected()
                .map(entry -> entry.path().parent().child(entry.path().index() + 1))
                .or(() -> tree.endOf(JsonPath.ROOT))
                .ifPresent(place -> add(tree, place)));
  }

  /// Adds an empty text to the selected object or array.
  private void addInside() {
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
    IntStream.range(0, getExpandedItemCount())
        .filter(row -> getTreeItem(row).getValue().path().equals(place))
        .findFirst()
        .ifPresent(
            row -> {
              getSelectionModel().clearAndSelect(row);
              scrollTo(row);
              layout();
              startEditing(hasName(getTreeItem(row).getValue()) ? nameColumn : valueColumn);
            });
  }

  /// True where a line has a name of its own; elements of arrays only have an index.
  private boolean hasName(JsonEntry entry) {
    return !entry.isRange()
        && !entry.path().isRoot()
        && shown
            .filter(tree -> entry.path().parent().in(tree.tree()) instanceof JsonObject)
            .isPresent();
  }

  /// The menu of the selected line, made anew each time it is shown.
  private ContextMenu menu() {
    ContextMenu menu = new ContextMenu();
    menu.getItems().setAll(menuItems());
    menu.setOnShowing(_ -> menu.getItems().setAll(menuItems()));
    return menu;
  }

  private List<MenuItem> menuItems() {
    boolean editable = isEditable();
    boolean selected = selected().isPresent();
    boolean scalar = selected().filter(each -> each.value().isScalar()).isPresent();
    boolean named = selected().filter(this::hasName).isPresent();
    boolean container = selected && !scalar;
    return List.of(
        menuItem("edit-value", Feather.EDIT_2, editable && scalar, this::editValue),
        menuItem("rename", Feather.TAG, editable && named, this::editName),
        menuItem("turn", Feather.REPEAT, editable && scalar, this::convert),
        new SeparatorMenuItem(),
        menuItem("add", Feather.PLUS, editable, this::addBehind),
        menuItem("add-inside", Feather.CORNER_DOWN_RIGHT, editable && container, this::addInside),
        menuItem("remove", Feather.TRASH_2, editable && selected, this::remove),
        new SeparatorMenuItem(),
        menuItem("copy", Feather.COPY, selected, this::copy));
  }

  private MenuItem menuItem(String name, Feather icon, boolean enabled, Runnable action) {
    MenuItem item = new MenuItem(messages.text("metadata.json.action." + name), Icons.of(icon));
    item.setId("metadata-json-" + name);
    item.setDisable(!enabled);
    item.setOnAction(_ -> action.run());
    return item;
  }

  /// The row of buttons below the tree.
  HBox toolbar() {
    BooleanBinding locked = editableProperty().not();
    BooleanBinding noLine = locked.or(Bindings.isNull(getSelectionModel().selectedItemProperty()));
    HBox bar =
        new HBox(
            2,
            button("add", Feather.PLUS, locked, this::addBehind),
            button("add-inside", Feather.CORNER_DOWN_RIGHT, noLine, this::addInside),
            button("rename", Feather.TAG, noLine, this::editName),
            button("edit-value", Feather.EDIT_2, noLine, this::editValue),
            button("remove", Feather.TRASH_2, noLine, this::remove));
    bar.setAlignment(Pos.CENTER_LEFT);
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

  /// Turns a string that looks like a number or keyword into one, and any other scalar into a
  /// string.
  private void convert() {
    selected()
        .ifPresent(
            entry -> {
              String text = entry.value().scalarText();
              boolean isText = entry.value() instanceof JsonString;
              replace(entry.path(), isText ? JsonValue.ofTyped(text) : new JsonString(text));
            });
  }

  private void copy() {
    selected()
        .map(JsonEntry::value)
        .map(value -> value.isScalar() ? value.scalarText() : JsonForm.PRETTY.write(value))
        .ifPresent(CopyMenu::copy);
  }
}
