package io.github.tensorloupe.desktop.pane.shortcuts;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.CommandMenu;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.command.KeyRule;
import io.github.tensorloupe.desktop.command.KeyRule.Refusal;
import io.github.tensorloupe.desktop.command.Keymap;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.text.KeyNames;
import io.github.tensorloupe.desktop.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.scene.input.KeyCombination;

/// The keys of the commands as a person looks for them and changes them. What is changed holds at
/// once in all windows. Belongs to the FX thread.
final class ShortcutEditing {

  /// What goes on while keys are chosen for a command.
  ///
  /// @param conflict the keys that were pressed and are another command's; empty while none are
  record Recording(Command command, Optional<KeyCombination> conflict) {}

  private final ChosenSettings settings;
  private final Commands commands;
  private final Messages messages;
  private final KeyNames names;
  private final StringProperty query = new SimpleStringProperty("");
  private final ObservableList<ShortcutRow> rows = FXCollections.observableArrayList();
  private final ReadOnlyObjectWrapper<Optional<Recording>> recording =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<String>> note =
      new ReadOnlyObjectWrapper<>(Optional.empty());

  /// @param following what is heard of the settings, for as long as anybody sees the rows
  ShortcutEditing(
      ChosenSettings settings, Commands commands, Following following, Messages messages) {
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
    List<ShortcutRow> all = new ArrayList<>();
    Keymap keymap = keymap();
    for (CommandMenu menu : CommandMenu.values()) {
      all.add(new ShortcutRow.Heading(messages.text(menu.messageKey()).replace("_", "")));
      menu.commands().forEach(command -> all.add(row(command, keymap)));
    }
    for (FixedKeys keys : FixedKeys.values()) {
      all.addAll(keys.rows(messages));
    }
    rows.setAll(found(all));
  }

  private ShortcutRow row(Command command, Keymap keymap) {
    return new ShortcutRow.OfCommand(
        command,
        messages.text(command.messageKey()),
        keymap.keys(command).map(names::text).orElse(""),
        keymap.isUsual(command));
  }

  /// The rows with all the words, below their titles.
  private List<ShortcutRow> found(List<ShortcutRow> all) {
    List<String> words = List.of(query.get().toLowerCase(Locale.ROOT).strip().split("\\s+"));
    List<ShortcutRow> found = new ArrayList<>();
    Optional<ShortcutRow> title = Optional.empty();
    for (ShortcutRow row : all) {
      if (row instanceof ShortcutRow.Heading) {
        title = Optional.of(row);
      } else if (words.stream().allMatch(searched(row)::contains)) {
        title.ifPresent(found::add);
        title = Optional.empty();
        found.add(row);
      }
    }
    return found;
  }

  private static String searched(ShortcutRow row) {
    String text =
        switch (row) {
          case ShortcutRow.Heading(var title) -> title;
          case ShortcutRow.OfCommand command -> command.text() + " " + command.keys();
          case ShortcutRow.Fixed fixed -> fixed.text() + " " + fixed.keys();
        };
    return text.toLowerCase(Locale.ROOT);
  }

  /// Takes the next keys for a command.
  void record(Command command) {
    note.set(Optional.empty());
    recording.set(Optional.of(new Recording(command, Optional.empty())));
  }

  /// Keys were pressed while they are awaited: they hold from now on, unless they may not or are
  /// another command's.
  void press(KeyCombination keys) {
    recording.get().ifPresent(now -> press(now.command(), keys));
  }

  private void press(Command command, KeyCombination keys) {
    Optional<Refusal> refusal = KeyRule.refusal(keys);
    Optional<Command> owner = keymap().owner(keys).filter(each -> each != command);
    if (refusal.isPresent()) {
      note.set(Optional.of(why(refusal.get(), keys)));
    } else if (owner.isPresent()) {
      recording.set(Optional.of(new Recording(command, Optional.of(keys))));
      note.set(
          Optional.of(
              messages.text("shortcuts.conflict", names.text(keys), commands.text(owner.get()))));
    } else {
      change(keymap -> keymap.with(command, keys));
    }
  }

  private String why(Refusal refusal, KeyCombination keys) {
    return messages.text(refusal.messageKey(), names.text(keys), names.shortcut());
  }

  /// As long as what is told about keys becomes.
  String longestNote() {
    return why(Refusal.SIGN, KeyCombination.valueOf("Shortcut+Alt+Shift+Page_Down"));
  }

  /// Gives the keys of the other command to this one.
  void takeOver() {
    recording
        .get()
        .ifPresent(
            now ->
                now.conflict()
                    .ifPresent(keys -> change(keymap -> keymap.with(now.command(), keys))));
  }

  /// Leaves the keys as they were.
  void giveUp() {
    recording.set(Optional.empty());
    note.set(Optional.empty());
  }

  /// Takes the keys of a command away.
  void remove(Command command) {
    change(keymap -> keymap.without(command));
  }

  /// Gives a command its usual keys, also where another one had taken them.
  void reset(Command command) {
    Optional<Command> loser =
        command.usualKeys().flatMap(keymap()::owner).filter(each -> each != command);
    change(keymap -> keymap.reset(command));
    note.set(loser.map(each -> messages.text("shortcuts.lost", commands.text(each))));
  }

  /// Gives all commands their usual keys.
  void resetAll() {
    change(_ -> Keymap.USUAL);
  }

  private void change(UnaryOperator<Keymap> change) {
    giveUp();
    settings.change(
        chosen -> chosen.withShortcuts(change.apply(Keymap.of(chosen.shortcuts())).shortcuts()));
  }

  /// What is looked for.
  StringProperty queryProperty() {
    return query;
  }

  /// What is shown.
  ObservableList<ShortcutRow> rows() {
    return rows;
  }

  /// The command that keys are chosen for.
  ReadOnlyObjectProperty<Optional<Recording>> recordingProperty() {
    return recording.getReadOnlyProperty();
  }

  /// What is to be told about the keys pressed last.
  ReadOnlyObjectProperty<Optional<String>> noteProperty() {
    return note.getReadOnlyProperty();
  }
}
