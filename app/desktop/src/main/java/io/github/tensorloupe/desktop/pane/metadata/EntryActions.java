package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.copy.QuotedText;
import io.github.tensorloupe.desktop.control.panel.MenuItems;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.MetadataEdits;
import io.github.tensorloupe.desktop.text.KeyNames;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.edit.Entry;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;

/// The actions on the selected entries, for buttons, context menu and keys.
final class EntryActions {

  /// @param text the name of the action
  /// @param keys the shortcuts, of which the first is displayed; may be empty
  private record Action(
      String text, Ikon icon, Runnable run, BooleanExpression enabled, List<KeyCombination> keys) {}

  private static final String MENU =
      "edit-value rename add duplicate delete | up down"
          + " | copy-value copy-key copy-row copy-command copy-all";

  private static final Set<String> MOVES = Set.of("up", "down");

  private final MetadataViewModel model;
  private final EntryEditing editing;
  private final EntrySelection selected;
  private final MetadataTable table;
  private final Messages messages;
  private final SequencedMap<String, Action> actions = new LinkedHashMap<>();

  EntryActions(MetadataViewModel model, MetadataTable table, Messages messages) {
    this.model = model;
    this.editing = model.editing;
    this.selected = model.selected;
    this.table = table;
    this.messages = messages;
    addActions();
  }

  private void addActions() {
    DocumentEdits document = editing.document;
    BooleanExpression editable = editing.editable;
    BooleanExpression any = selects(count -> count > 0);
    BooleanExpression one = editable.and(selects(count -> count == 1));
    BooleanExpression movable =
        Bindings.createBooleanBinding(model.rows::isComplete, model.rows.order, model.rows.findText)
            .and(one);
    add("add", Feather.PLUS, this::addEntry, editable, "Insert", "Shortcut+N");
    add("rename", Feather.TAG, table::editKey, one, "F2");
    add("edit-value", Feather.EDIT_2, table::editValue, one, "Enter");
    add(
        "duplicate",
        Feather.COPY,
        () -> selectedId().ifPresent(id -> addAndName(edits -> edits.duplicate(id))),
        one,
        "Shortcut+D");
    add("delete", Feather.TRASH_2, this::delete, editable.and(any), "Delete");
    add("up", Feather.ARROW_UP, () -> move(-1), movable, "Alt+Up");
    add("down", Feather.ARROW_DOWN, () -> move(1), movable, "Alt+Down");
    add("undo", Feather.CORNER_UP_LEFT, document::undo, document.canUndoProperty(), "Shortcut+Z");
    add(
        "redo",
        Feather.CORNER_UP_RIGHT,
        document::redo,
        document.canRedoProperty(),
        "Shift+Shortcut+Z",
        "Shortcut+Y");
    add("copy-value", Feather.COPY, () -> copy(MetadataRow::value), any, "Shortcut+C");
    add("copy-key", Feather.TAG, () -> copy(MetadataRow::key), any);
    add("copy-row", Feather.CODE, () -> CopyMenu.copy(editing.asJson(this::isSelected)), any);
    add("copy-command", Feather.TERMINAL, this::copyCommand, any);
    add(
        "copy-all",
        Feather.CLIPBOARD,
        () -> CopyMenu.copy(editing.asJson(_ -> true)),
        new SimpleBooleanProperty(true));
  }

  private BooleanExpression selects(IntPredicate condition) {
    // Unlike a mapped value, the model, which outlives the view, does not reference this.
    return Bindings.createBooleanBinding(
        () -> condition.test(selected.ids.getValue().size()), selected.ids);
  }

  /// @param name the suffix of the message key and of the ids
  private void add(
      String name, Ikon icon, Runnable run, BooleanExpression enabled, String... keys) {
    String text = messages.text("metadata.action." + name);
    List<KeyCombination> combinations =
        Stream.of(keys).map(KeyCombination::keyCombination).toList();
    actions.put(name, new Action(text, icon, run, enabled, combinations));
  }

  /// Adds an entry after the selected one or at the end, and edits its key.
  void addEntry() {
    Optional<Long> behind = model.rows.isComplete() ? selectedId() : Optional.empty();
    addAndName(
        edits ->
            edits.add(
                behind.map(id -> edits.indexOf(id) + 1).orElse(edits.entries().size()),
                edits.uniqueKey(messages.text("metadata.new-key")),
                ""));
  }

  private void addAndName(Function<MetadataEdits, Entry> adding) {
    editing.add(adding).ifPresent(table::editKeyOf);
  }

  private void delete() {
    Set<Long> ids = selected.ids.get();
    // If selected rows disappear, they are removed from the selection one at a time.
    table.selectOne();
    editing.change(edits -> edits.delete(ids));
  }

  /// @param by the number of positions, negative towards the beginning; clamped to the ends
  private void move(int by) {
    selectedId()
        .ifPresent(
            id ->
                editing.change(
                    edits -> {
                      long index = edits.indexOf(id) + (long) by;
                      edits.move(id, Math.clamp(index, 0, edits.entries().size() - 1));
                    }));
  }

  private Optional<Long> selectedId() {
    return selected
        .row
        .get()
        .map(MetadataRow::id)
        .filter(id -> editing.now().entry(id).isPresent());
  }

  private boolean isSelected(Entry entry) {
    return selected.ids.get().contains(entry.id());
  }

  private void copy(Function<MetadataRow, String> part) {
    selected.row.get().map(part).ifPresent(CopyMenu::copy);
  }

  private void copyCommand() {
    Stream<String> entries =
        editing.entries().stream()
            .filter(this::isSelected)
            .map(entry -> " --entry " + QuotedText.shell(entry.key() + "=" + entry.value()));
    Stream<String> files =
        model.source.get().stream()
            .flatMap(source -> source.files().stream())
            .map(
                file ->
                    " " + QuotedText.shell(file.path().toAbsolutePath().normalize().toString()));
    CopyMenu.copy(
        Stream.concat(entries, files)
            .collect(Collectors.joining("", "tensorloupe metadata set", "")));
  }

  ContextMenu contextMenu() {
    return new ContextMenu(
        Stream.of(MENU.split(" "))
            .map(name -> name.equals("|") ? new SeparatorMenuItem() : menuItem(name))
            .toArray(MenuItem[]::new));
  }

  /// Runs the action with the event's key combination, if it is enabled and its name is accepted.
  void handle(KeyEvent event, Predicate<String> wanted) {
    actions.keySet().stream()
        .filter(wanted)
        .map(actions::get)
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

  // The item shows no keys, because accelerators of a context menu apply to the whole window.
  private MenuItem menuItem(String name) {
    Action action = actions.get(name);
    MenuItem item =
        MenuItems.of("metadata-menu-" + name, action.text(), action.icon(), action.run());
    item.disableProperty().bind(action.enabled().not());
    return item;
  }

  /// Creates a button with an icon. The tooltip describes the action, or explains why it is
  /// disabled.
  Node button(String name) {
    Action action = actions.get(name);
    Button button = new Button(null, Icons.of(action.icon()));
    PanelParts.named(button, "metadata-" + name, "flat", "small", "button-icon");
    button.setAccessibleText(action.text());
    button.setOnAction(_ -> action.run().run());
    button.disableProperty().bind(action.enabled().not());
    // A disabled node shows no tooltip.
    StackPane place = new StackPane(button);
    Tips.setTooltip(place, () -> tipOf(name, action));
    return place;
  }

  private String tipOf(String name, Action action) {
    if (MOVES.contains(name) && !action.enabled().get()) {
      return action.text() + ". " + messages.text("metadata.action.move.why");
    }
    Stream<String> keys =
        action.keys().stream().limit(1).map(first -> new KeyNames(messages).text(first));
    return action.text() + keys.map(key -> "  (" + key + ")").collect(Collectors.joining());
  }
}
