package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.copy.ShellText;
import io.github.tensorloupe.desktop.text.KeyNames;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;

/// The actions on the selected entries, for buttons, context menu and keys.
final class EntryActions {

  /// @param name part of the message key and of the ids
  /// @param keys the keys that start it, of which the first is shown; may be none
  /// @param why message key of the condition under which it is enabled
  private record Action(
      String name,
      Ikon icon,
      List<KeyCombination> keys,
      Runnable run,
      BooleanExpression enabled,
      Optional<String> why) {}

  private final MetadataViewModel model;
  private final MetadataTable table;
  private final Messages messages;
  private final KeyNames keyNames;
  private final List<Action> actions = new ArrayList<>();

  EntryActions(MetadataViewModel model, MetadataTable table, Messages messages) {
    this.model = model;
    this.table = table;
    this.messages = messages;
    this.keyNames = new KeyNames(messages);
    addActions();
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
            () -> !model.selected().idsProperty().get().isEmpty(), model.selected().idsProperty());
    BooleanExpression one =
        Bindings.createBooleanBinding(
            () -> model.selected().idsProperty().get().size() == 1, model.selected().idsProperty());
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
        this::addEntry,
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
        () -> CopyMenu.copy(model.editing().asJson()),
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
            () -> model.selected().idsProperty().get().forEach(id -> model.editing().move(id, by)),
            enabled,
            Optional.of("metadata.action.move.why")));
  }

  /// Adds an entry and edits its key.
  void addEntry() {
    Optional<Long> behind =
        model.rows().isComplete()
            ? model.selected().rowProperty().get().map(MetadataRow::id)
            : Optional.empty();
    model.editing().add(behind).ifPresent(table::editKeyOf);
  }

  private void duplicate() {
    selectedId().flatMap(model.editing()::duplicate).ifPresent(table::editKeyOf);
  }

  private void delete() {
    Set<Long> ids = model.selected().idsProperty().get();
    // Rows that vanish while they are selected are dropped from the selection one by one.
    table.selectOne();
    model.editing().delete(ids);
  }

  private Optional<Long> selectedId() {
    return model.selected().rowProperty().get().map(MetadataRow::id);
  }

  private void copyValue() {
    model.selected().rowProperty().get().ifPresent(row -> CopyMenu.copy(row.value()));
  }

  private void copyKey() {
    model.selected().rowProperty().get().ifPresent(row -> CopyMenu.copy(row.key()));
  }

  private void copyRows() {
    Set<Long> ids = model.selected().idsProperty().get();
    CopyMenu.copy(model.editing().asJson(entry -> ids.contains(entry.id())));
  }

  /// Copies a command that gives the shown files the selected entries.
  private void copyCommand() {
    Set<Long> ids = model.selected().idsProperty().get();
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
    CopyMenu.copy("tensorloupe metadata set" + entries + files);
  }

  /// The menu of the table.
  ContextMenu contextMenu() {
    return new ContextMenu(
        menuItem("edit-value"),
        menuItem("rename"),
        menuItem("add"),
        menuItem("duplicate"),
        menuItem("delete"),
        new SeparatorMenuItem(),
        menuItem("up"),
        menuItem("down"),
        new SeparatorMenuItem(),
        menuItem("copy-value"),
        menuItem("copy-key"),
        menuItem("copy-row"),
        menuItem("copy-command"),
        menuItem("copy-all"));
  }

  /// Starts the action with these keys, if it is enabled.
  void handle(KeyEvent event) {
    handle(event, actions.stream().map(Action::name).collect(Collectors.toSet()));
  }

  /// Starts the action with these keys, if it is enabled and among those named.
  void handle(KeyEvent event, Set<String> names) {
    actions.stream()
        .filter(action -> names.contains(action.name()))
        .filter(action -> action.keys().stream().anyMatch(keys -> keys.match(event)))
        .findFirst()
        .ifPresent(
            action -> {
              event.consume();
              if (action.enabled().get()) {
                action.run().run();
              }
            });
  }

  private Action named(String name) {
    return actions.stream().filter(action -> action.name().equals(name)).findFirst().orElseThrow();
  }

  /// The item shows no keys, because accelerators of a context menu work in the whole window.
  private MenuItem menuItem(String name) {
    Action action = named(name);
    MenuItem item = new MenuItem(messages.text(key(action)), Icons.of(action.icon()));
    item.setId("metadata-menu-" + action.name());
    item.setOnAction(_ -> action.run().run());
    item.disableProperty().bind(action.enabled().not());
    return item;
  }

  /// A button with an icon; its tool tip says what it does, or why it is disabled.
  Node button(String name) {
    Action action = named(name);
    Button button = new Button(null, Icons.of(action.icon()));
    button.setId("metadata-" + action.name());
    button.getStyleClass().addAll("flat", "small", "button-icon");
    button.setAccessibleText(messages.text(key(action)));
    button.setOnAction(_ -> action.run().run());
    button.disableProperty().bind(action.enabled().not());
    Tooltip tip = Tips.of("");
    tip.textProperty().bind(Bindings.createStringBinding(() -> tipOf(action), action.enabled()));
    // A disabled node shows no tool tip.
    StackPane place = new StackPane(button);
    Tooltip.install(place, tip);
    return place;
  }

  private String tipOf(Action action) {
    String text = messages.text(key(action));
    if (!action.enabled().get() && action.why().isPresent()) {
      return text + ". " + messages.text(action.why().get());
    }
    return action.keys().stream()
        .findFirst()
        .map(keys -> text + "  (" + keyNames.text(keys) + ")")
        .orElse(text);
  }

  private static String key(Action action) {
    return "metadata.action." + action.name();
  }
}
