package io.github.tensorloupe.desktop.pane.shortcuts;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Command.CommandMenu;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.command.Keymap;
import io.github.tensorloupe.desktop.command.Keymap.Refusal;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.text.KeyNames;
import io.github.tensorloupe.desktop.text.Messages;

/// Searches and changes the keys of the commands. Changes apply immediately in all windows. Belongs
/// to the FX thread.
final class ShortcutEditing {

  /// @param conflict pressed keys that are assigned to another command
  record Recording(Command command, Optional<KeyCombination> conflict) {}

  private static final List<String> PANES =
      List.of(
          "library",
          "tree",
          "metadata",
          "values",
          "heatmap",
          "histogram",
          "layers",
          "bytes",
          "filemap",
          "everywhere");

  private final ChosenSettings settings;
  private final Commands commands;
  private final Messages messages;
  private final KeyNames names;
  final StringProperty query = new SimpleStringProperty("");
  final ObservableList<ShortcutRow> rows = FXCollections.observableArrayList();
  final ObjectProperty<Optional<Recording>> recording =
      new SimpleObjectProperty<>(Optional.empty());
  final ObjectProperty<Optional<String>> note = new SimpleObjectProperty<>(Optional.empty());

  /// @param following unsubscribes from the settings when the view is removed
  ShortcutEditing(
      ChosenSettings settings, Commands commands, WeakSubscriptions following, Messages messages) {
    this.settings = settings;
    this.commands = commands;
    this.messages = messages;
    this.names = new KeyNames(messages);
    query.subscribe(_ -> showRows());
    following.subscribe(settings.settingsProperty(), _ -> showRows());
  }

  private Keymap keymap() {
    return Keymap.of(settings.get().shortcuts());
  }

  private void showRows() {
    List<ShortcutRow> found = new ArrayList<>();
    Keymap keymap = keymap();
    for (CommandMenu menu : CommandMenu.values()) {
      String title = messages.text(menu.messageKey()).replace("_", "");
      addFound(found, title, menu.commands().stream().map(command -> row(command, keymap)));
    }
    for (String pane : PANES) {
      // The message bundle lists the keys of a pane as lines of `keys | text`.
      Stream<ShortcutRow> fixed =
          names
              .onThisSystem(messages.text("shortcuts.keys." + pane))
              .lines()
              .map(line -> line.split("\\|", 2))
              .map(parts -> new ShortcutRow.Fixed(parts[1].strip(), parts[0].strip()));
      addFound(found, messages.text("shortcuts.pane." + pane), fixed);
    }
    rows.setAll(found);
  }

  private ShortcutRow row(Command command, Keymap keymap) {
    return new ShortcutRow.OfCommand(
        command,
        messages.text(command.messageKey()),
        keymap.keys(command).map(names::text).orElse(""),
        keymap.isDefault(command));
  }

  private void addFound(List<ShortcutRow> found, String title, Stream<ShortcutRow> section) {
    List<String> words = List.of(query.get().toLowerCase(Locale.ROOT).strip().split("\\s+"));
    List<ShortcutRow> matching =
        section
            .filter(
                row -> {
                  String text = (row.text() + " " + row.keys()).toLowerCase(Locale.ROOT);
                  return words.stream().allMatch(text::contains);
                })
            .toList();
    if (!matching.isEmpty()) {
      found.add(new ShortcutRow.Heading(title));
      found.addAll(matching);
    }
  }

  void record(Command command) {
    note.set(Optional.empty());
    recording.set(Optional.of(new Recording(command, Optional.empty())));
  }

  /// Assigns the recorded keys, unless they are not allowed or assigned to another command.
  void press(KeyCombination keys) {
    if (recording.get().isEmpty()) {
      return;
    }
    Command command = recording.get().get().command();
    Optional<Refusal> refusal = Keymap.refusal(keys);
    Optional<Command> owner = keymap().owner(keys).filter(each -> each != command);
    if (refusal.isPresent()) {
      note.set(Optional.of(why(refusal.get(), keys)));
    } else if (owner.isPresent()) {
      recording.set(Optional.of(new Recording(command, Optional.of(keys))));
      String other = commands.text(owner.get());
      note.set(Optional.of(messages.text("shortcuts.conflict", names.text(keys), other)));
    } else {
      change(keymap -> keymap.with(command, Optional.of(keys)));
    }
  }

  private String why(Refusal refusal, KeyCombination keys) {
    return messages.text(refusal.messageKey(), names.text(keys), names.shortcut());
  }

  /// The longest possible note, to reserve space for it.
  String longestNote() {
    return why(Refusal.SIGN, KeyCombination.valueOf("Shortcut+Alt+Shift+Page_Down"));
  }

  /// Assigns the conflicting keys to this command, removing them from the other one.
  void takeOver() {
    Optional<Recording> now = recording.get();
    now.flatMap(Recording::conflict)
        .ifPresent(_ -> change(keymap -> keymap.with(now.get().command(), now.get().conflict())));
  }

  void cancelRecording() {
    recording.set(Optional.empty());
    note.set(Optional.empty());
  }

  void remove(Command command) {
    change(keymap -> keymap.with(command, Optional.empty()));
  }

  /// Restores the default keys of a command, removing them from another command if necessary.
  void reset(Command command) {
    Optional<Command> loser =
        command.defaultKeys().flatMap(keymap()::owner).filter(each -> each != command);
    change(keymap -> keymap.with(command, command.defaultKeys()));
    note.set(loser.map(each -> messages.text("shortcuts.lost", commands.text(each))));
  }

  void resetAll() {
    change(_ -> Keymap.DEFAULT);
  }

  private void change(UnaryOperator<Keymap> change) {
    cancelRecording();
    settings.change(
        chosen -> chosen.withShortcuts(change.apply(Keymap.of(chosen.shortcuts())).shortcuts()));
  }

  sealed interface ShortcutRow {

    String text();

    /// The keys for display; may be empty.
    default String keys() {
      return "";
    }

    record Heading(String text) implements ShortcutRow {}

    /// @param isDefault true if these are the default keys
    record OfCommand(Command command, String text, String keys, boolean isDefault)
        implements ShortcutRow {}

    /// Keys of a pane, which cannot be changed.
    record Fixed(String text, String keys) implements ShortcutRow {}
  }
}
