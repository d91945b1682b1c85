package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.desktop.control.copy.ShellText;
import io.github.tensorloupe.desktop.control.table.DividerKeys;
import io.github.tensorloupe.desktop.control.table.TableColumns;
import io.github.tensorloupe.desktop.pane.metadata.EntryActions.Action;
import io.github.tensorloupe.desktop.text.Messages;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanExpression;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.geometry.Orientation;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.SplitPane;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;

/// The entries with what can be done to them, and the value of the selected one.
final class EntryPane extends SplitPane {

  /// What works wherever the focus is in the pane.
  private static final Set<String> PANE_ACTIONS = Set.of("add", "undo", "redo");

  private static final double HEIGHT_FOR_ALL = 340;
  private static final double HEIGHT_FOR_HEAD = 220;
  private static final double HEIGHT_FOR_TOOLS = 140;

  /// How the parts share the room.
  private enum Form {
    SIDE_BY_SIDE(Orientation.HORIZONTAL, 0.5, DetailPane.Extent.ALL),
    STACKED(Orientation.VERTICAL, 0.56, DetailPane.Extent.ALL),
    LOW(Orientation.VERTICAL, 0.5, DetailPane.Extent.SHORT),
    /// So low that there are a few rows, the tools and a line or two of the value.
    SQUEEZED(Orientation.VERTICAL, 0.73, DetailPane.Extent.VALUE);

    private final Orientation orientation;
    private final double share;
    private final DetailPane.Extent extent;

    Form(Orientation orientation, double share, DetailPane.Extent extent) {
      this.orientation = orientation;
      this.share = share;
      this.extent = extent;
    }

    static Form stackedIn(double height) {
      if (height < HEIGHT_FOR_HEAD) {
        return SQUEEZED;
      }
      return height < HEIGHT_FOR_ALL ? LOW : STACKED;
    }
  }

  private final MetadataViewModel model;
  private final EntryActions actions;
  private final MetadataTable table;
  private final DetailPane detail;
  private final EntryToolbar tools;
  private Optional<Form> form = Optional.empty();
  private boolean wide;

  EntryPane(MetadataViewModel model, Messages messages, Supplier<MetadataFiles> files) {
    this.model = model;
    this.actions = new EntryActions(messages);
    this.detail = new DetailPane(model, messages, files);
    this.table = new MetadataTable(model, messages, detail::editText);
    columns().followMouse();
    setMinSize(0, 0);
    addActions();
    table.setContextMenu(contextMenu());
    table.addEventHandler(KeyEvent.KEY_PRESSED, this::keyPressedInTable);
    tools = new EntryToolbar(model, actions, messages);
    VBox list =
        new VBox(
            table, new RemovedBar("metadata-removed", model, messages, this::focusTable), tools);
    list.setMinSize(0, 0);
    VBox.setVgrow(table, Priority.ALWAYS);
    getItems().setAll(list, scrolling(detail));
    DividerKeys.on(this, messages.text("divider.metadata"));
    heightProperty().subscribe(_ -> reshape());
  }

  /// The columns of the entries.
  TableColumns<MetadataRow> columns() {
    return new TableColumns<>(table);
  }

  /// As large as the place it is put into, but scrolled where that is too low for it.
  private static ScrollPane scrolling(Region pane) {
    ScrollPane scroll = new ScrollPane(pane);
    scroll.setFitToWidth(true);
    scroll.setFitToHeight(true);
    scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
    scroll.setMinSize(0, 0);
    return scroll;
  }

  private static KeyCombination shortcut(KeyCode code) {
    return new KeyCodeCombination(code, KeyCombination.SHORTCUT_DOWN);
  }

  private static KeyCombination alt(KeyCode code) {
    return new KeyCodeCombination(code, KeyCombination.ALT_DOWN);
  }

  private static KeyCombination plain(KeyCode code) {
    return new KeyCodeCombination(code);
  }

  private void addActions() {
    BooleanExpression editable = model.editing().editableProperty();
    BooleanExpression any =
        Bindings.createBooleanBinding(
            () -> !model.selectedIdsProperty().get().isEmpty(), model.selectedIdsProperty());
    BooleanExpression one =
        Bindings.createBooleanBinding(
            () -> model.selectedIdsProperty().get().size() == 1, model.selectedIdsProperty());
    BooleanExpression movable =
        Bindings.createBooleanBinding(
                () -> model.rows().isComplete(),
                model.rows().orderProperty(),
                model.rows().findTextProperty())
            .and(editable)
            .and(one);
    BooleanExpression always = new SimpleBooleanProperty(true);
    KeyCombination redo =
        new KeyCodeCombination(KeyCode.Z, KeyCombination.SHORTCUT_DOWN, KeyCombination.SHIFT_DOWN);
    add(
        "add",
        Feather.PLUS,
        List.of(plain(KeyCode.INSERT), shortcut(KeyCode.N)),
        this::add,
        editable);
    add("rename", Feather.TAG, List.of(plain(KeyCode.F2)), table::editKey, editable.and(one));
    add(
        "edit-value",
        Feather.EDIT_2,
        List.of(plain(KeyCode.ENTER)),
        table::editValue,
        editable.and(one));
    add(
        "duplicate",
        Feather.COPY,
        List.of(shortcut(KeyCode.D)),
        this::duplicate,
        editable.and(one));
    add("delete", Feather.TRASH_2, List.of(plain(KeyCode.DELETE)), this::delete, editable.and(any));
    addMove("up", Feather.ARROW_UP, KeyCode.UP, -1, movable);
    addMove("down", Feather.ARROW_DOWN, KeyCode.DOWN, 1, movable);
    add(
        "undo",
        Feather.CORNER_UP_LEFT,
        List.of(shortcut(KeyCode.Z)),
        model.editing()::undo,
        model.editing().canUndoProperty());
    add(
        "redo",
        Feather.CORNER_UP_RIGHT,
        List.of(redo, shortcut(KeyCode.Y)),
        model.editing()::redo,
        model.editing().canRedoProperty());
    add("copy-value", Feather.COPY, List.of(shortcut(KeyCode.C)), this::copyValue, any);
    add("copy-key", Feather.TAG, List.of(), this::copyKey, any);
    add("copy-row", Feather.CODE, List.of(), this::copyRows, any);
    add("copy-command", Feather.TERMINAL, List.of(), this::copyCommand, any);
    add(
        "copy-all",
        Feather.CLIPBOARD,
        List.of(),
        () -> Copying.copy(Copying.json(model.editing().entries())),
        always);
  }

  private void add(
      String name, Ikon icon, List<KeyCombination> keys, Runnable run, BooleanExpression enabled) {
    actions.add(new Action(name, icon, keys, run, enabled, Optional.empty()));
  }

  private void addMove(String name, Ikon icon, KeyCode key, int by, BooleanExpression enabled) {
    actions.add(
        new Action(
            name,
            icon,
            List.of(alt(key)),
            () -> model.selectedIdsProperty().get().forEach(id -> model.editing().move(id, by)),
            enabled,
            Optional.of("metadata.action.move.why")));
  }

  private void keyPressedInTable(KeyEvent event) {
    if (table.getEditingCell() == null) {
      actions.handle(event, actions.names());
    }
  }

  /// Adds an entry and lets its key be typed.
  void add() {
    Optional<Long> behind =
        model.rows().isComplete()
            ? model.selectedRowProperty().get().map(MetadataRow::id)
            : Optional.empty();
    model.editing().add(behind).ifPresent(table::editKeyOf);
  }

  private void duplicate() {
    selectedId().flatMap(model.editing()::duplicate).ifPresent(table::editKeyOf);
  }

  private void delete() {
    Set<Long> ids = model.selectedIdsProperty().get();
    // Rows that vanish while they are selected are dropped from the selection one by one.
    table.selectOne();
    model.editing().delete(ids);
  }

  private Optional<Long> selectedId() {
    return model.selectedRowProperty().get().map(MetadataRow::id);
  }

  private void copyValue() {
    model.selectedRowProperty().get().ifPresent(row -> Copying.copy(row.value()));
  }

  private void copyKey() {
    model.selectedRowProperty().get().ifPresent(row -> Copying.copy(row.key()));
  }

  private void copyRows() {
    Set<Long> ids = model.selectedIdsProperty().get();
    Copying.copy(
        Copying.json(
            model.editing().entries().stream().filter(entry -> ids.contains(entry.id())).toList()));
  }

  /// What gives the files that are shown the marked entries, in a terminal.
  private void copyCommand() {
    Set<Long> ids = model.selectedIdsProperty().get();
    String entries =
        model.editing().entries().stream()
            .filter(entry -> ids.contains(entry.id()))
            .map(entry -> " --entry " + ShellText.of(entry.key() + "=" + entry.value()))
            .collect(Collectors.joining());
    String files =
        model.sourceProperty().get().stream()
            .flatMap(source -> source.files().stream())
            .map(file -> " " + ShellText.of(file.path().toAbsolutePath().normalize().toString()))
            .collect(Collectors.joining());
    Copying.copy("tensorloupe metadata set" + entries + files);
  }

  private ContextMenu contextMenu() {
    return new ContextMenu(
        actions.menuItem("edit-value"),
        actions.menuItem("rename"),
        actions.menuItem("add"),
        actions.menuItem("duplicate"),
        actions.menuItem("delete"),
        new SeparatorMenuItem(),
        actions.menuItem("up"),
        actions.menuItem("down"),
        new SeparatorMenuItem(),
        actions.menuItem("copy-value"),
        actions.menuItem("copy-key"),
        actions.menuItem("copy-row"),
        actions.menuItem("copy-command"),
        actions.menuItem("copy-all"));
  }

  /// Starts what the keys mean in the whole pane, where no field has used them.
  void keyPressed(KeyEvent event) {
    actions.handle(event, PANE_ACTIONS);
  }

  /// Puts the focus on the entries.
  void focusTable() {
    table.requestFocus();
  }

  /// Selects an entry.
  void select(long id) {
    table.select(id);
  }

  /// Puts the parts side by side, or one above the other.
  void arrange(boolean sideBySide) {
    wide = sideBySide;
    reshape();
  }

  /// Where the form stays the same, the divider stays where the person has put it.
  private void reshape() {
    Form wanted = wide ? Form.SIDE_BY_SIDE : Form.stackedIn(getHeight());
    Nodes.show(tools, wide || getHeight() >= HEIGHT_FOR_TOOLS);
    if (getHeight() > 0 && !form.equals(Optional.of(wanted))) {
      form = Optional.of(wanted);
      detail.setExtent(wanted.extent);
      setOrientation(wanted.orientation);
      setDividerPositions(wanted.share);
    }
  }
}
