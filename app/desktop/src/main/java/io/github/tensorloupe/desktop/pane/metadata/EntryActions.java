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
import io.github.tensorloupe.model.TensorFile;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;

/// The actions on the selected entries, for buttons, context menu and keys.
final class EntryActions {

  /// @param text the name of the action
  /// @param keys the shortcuts, of which the first is displayed; may be empty
  private record Action(
      String text, Ikon icon, Runnable run, BooleanExpression enabled, List<KeyCombination> keys) {}

  private static final List<String> MENU =
      List.of(
          ("edit-value rename add duplicate delete | up down"
                  + " | copy-value copy-key copy-row copy-command copy-all")
              .split(" "));

  private final MetadataViewModel model;
  private final EntryEditing editing;
  private final MetadataTable table;
  private final Messages messages;
  private final SequencedMap<String, Action> actions = new LinkedHashMap<>();

  EntryActions(MetadataViewModel model, MetadataTable table, Messages messages) {
    this.model = model;
    this.editing = model.editing;
    this.table = table;
    this.messages = messages;
    DocumentEdits document = editing.document;
    BooleanExpression editable = editing.editable;
    BooleanExpression any = selects(count -> count > 0);
    BooleanExpression one = editable.and(selects(count -> count == 1));
    BooleanExpression movable =
        Bindings.createBooleanBinding(model.rows::isComplete, model.rows.order, model.rows.findText)
            .and(one);
    BooleanExpression canUndo = document.canUndoProperty();
    BooleanExpression canRedo = document.canRedoProperty();
    add("add", Feather.PLUS, this::addEntry, editable, "Insert", "Shortcut+N");
    add("rename", Feather.TAG, table::editKey, one, "F2");
    add("edit-value", Feather.EDIT_2, table::editValue, one, "Enter");
    add("duplicate", Feather.COPY, this::duplicate, one, "Shortcut+D");
    add("delete", Feather.TRASH_2, this::delete, editable.and(any), "Delete");
    add("up", Feather.ARROW_UP, () -> move(-1), movable, "Alt+Up");
    add("down", Feather.ARROW_DOWN, () -> move(1), movable, "Alt+Down");
    add("undo", Feather.CORNER_UP_LEFT, document::undo, canUndo, "Shortcut+Z");
    add("redo", Feather.CORNER_UP_RIGHT, document::redo, canRedo, "Shift+Shortcut+Z", "Shortcut+Y");
    add("copy-value", Feather.COPY, () -> copy(MetadataRow::value), any, "Shortcut+C");
    add("copy-key", Feather.TAG, () -> copy(MetadataRow::key), any);
    add("copy-row", Feather.CODE, () -> CopyMenu.copy(editing.asJson(this::isSelected)), any);
    add("copy-command", Feather.TERMINAL, this::copyCommand, any);
    BooleanExpression always = new SimpleBooleanProperty(true);
    add("copy-all", Feather.CLIPBOARD, () -> CopyMenu.copy(editing.asJson(_ -> true)), always);
  }

  private BooleanExpression selects(IntPredicate condition) {
    // Unlike a mapped value, the model, which outlives the view, does not reference this.
    ObjectProperty<Set<Long>> ids = model.selected.ids;
    return Bindings.createBooleanBinding(() -> condition.test(ids.get().size()), ids);
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
    Optional<Long> selected = model.rows.isComplete() ? selectedId() : Optional.empty();
    addAndRename(
        edits -> {
          int index = selected.map(id -> edits.indexOf(id) + 1).orElse(edits.entries().size());
          return edits.add(index, edits.uniqueKey(messages.text("metadata.new-key")), "");
        });
  }

  private void duplicate() {
    selectedId().ifPresent(id -> addAndRename(edits -> edits.duplicate(id)));
  }

  private void addAndRename(Function<MetadataEdits, Entry> adding) {
    editing.add(adding).ifPresent(table::editKeyOf);
  }

  private void delete() {
    Set<Long> ids = model.selected.ids.get();
    // If selected rows disappear, they are removed from the selection one at a time.
    table.selectOne();
    editing.change(edits -> edits.delete(ids));
  }

  /// @param by the number of positions, negative towards the beginning; clamped to the ends
  private void move(int by) {
    for (long id : selectedId().stream().toList()) {
      editing.change(
          edits -> {
            long index = edits.indexOf(id) + (long) by;
            edits.move(id, Math.clamp(index, 0, edits.entries().size() - 1));
          });
    }
  }

  private Optional<Long> selectedId() {
    Optional<Long> id = model.selected.row.get().map(MetadataRow::id);
    return id.filter(each -> editing.now().entry(each).isPresent());
  }

  private boolean isSelected(Entry entry) {
    return model.selected.ids.get().contains(entry.id());
  }

  private void copy(Function<MetadataRow, String> part) {
    model.selected.row.get().map(part).ifPresent(CopyMenu::copy);
  }

  private void copyCommand() {
    StringBuilder command = new StringBuilder("tensorloupe metadata set");
    for (Entry entry : editing.entries()) {
      if (isSelected(entry)) {
        String assignment = entry.key() + "=" + entry.value();
        command.append(" --entry ").append(QuotedText.shell(assignment));
      }
    }
    for (TensorFile file : model.files()) {
      String path = file.path().toAbsolutePath().normalize().toString();
      command.append(" ").append(QuotedText.shell(path));
    }
    CopyMenu.copy(command.toString());
  }

  ContextMenu contextMenu() {
    ContextMenu menu = new ContextMenu();
    for (String name : MENU) {
      menu.getItems().add(name.equals("|") ? new SeparatorMenuItem() : menuItem(name));
    }
    return menu;
  }

  // The item shows no keys, because accelerators of a context menu apply to the whole window.
  private MenuItem menuItem(String name) {
    Action action = actions.get(name);
    MenuItem item =
        MenuItems.of("metadata-menu-" + name, action.text(), action.icon(), action.run());
    item.disableProperty().bind(action.enabled().not());
    return item;
  }

  /// Runs the action with the event's key combination, if it is enabled and its name is accepted.
  void handle(KeyEvent event, Predicate<String> accepted) {
    actions.forEach(
        (name, action) -> {
          boolean matches = action.keys().stream().anyMatch(keys -> keys.match(event));
          if (matches && accepted.test(name)) {
            event.consume();
            if (action.enabled().get()) {
              action.run().run();
            }
          }
        });
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
    StackPane frame = new StackPane(button);
    Tips.setTooltip(frame, () -> tooltip(name, action));
    return frame;
  }

  private String tooltip(String name, Action action) {
    boolean isMove = name.equals("up") || name.equals("down");
    if (isMove && !action.enabled().get()) {
      return action.text() + ". " + messages.text("metadata.action.move.why");
    }
    return action.keys().isEmpty()
        ? action.text()
        : action.text() + "  (" + new KeyNames(messages).text(action.keys().getFirst()) + ")";
  }
}
