package io.github.tensorloupe.desktop.pane.shortcuts;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.pane.shortcuts.ShortcutEditing.ShortcutRow.Fixed;
import io.github.tensorloupe.desktop.pane.shortcuts.ShortcutEditing.ShortcutRow.Heading;
import io.github.tensorloupe.desktop.pane.shortcuts.ShortcutEditing.ShortcutRow.OfCommand;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.text.Messages;
import java.util.List;
import java.util.Map;
import javafx.scene.input.KeyCombination;
import javafx.scene.layout.Region;
import org.junit.jupiter.api.Test;

class ShortcutEditingTest {

  private final ChosenSettings settings = ChosenSettings.inMemory(Settings.DEFAULT);
  private final Messages messages = Messages.english();
  private final Region view = new Region();
  private final ShortcutEditing editing =
      new ShortcutEditing(settings, new Commands(messages), WeakSubscriptions.of(view), messages);

  private OfCommand row(Command command) {
    return editing.rows.stream()
        .filter(OfCommand.class::isInstance)
        .map(OfCommand.class::cast)
        .filter(row -> row.command() == command)
        .findFirst()
        .orElseThrow();
  }

  private void press(String keys) {
    editing.press(KeyCombination.valueOf(keys));
  }

  @Test
  void allCommandsAndTheFixedKeysOfPanesAreListed() {
    for (Command command : Command.values()) {
      assertThat(row(command).isDefault()).isTrue();
    }
    assertThat(editing.rows).filteredOn(Fixed.class::isInstance).hasSizeGreaterThan(30);
  }

  @Test
  void wordsFindCommandsAndKeysBelowTheirTitles() {
    editing.query.set("save copy");

    assertThat(editing.rows).hasSize(2);
    assertThat(editing.rows.getFirst()).isEqualTo(new Heading("File"));
    assertThat(editing.rows.getLast()).isInstanceOf(OfCommand.class);
  }

  @Test
  void recordedKeysAreAppliedAndStored() {
    editing.record(Command.OPEN_DEMO);
    press("Shortcut+U");

    assertThat(settings.get().shortcuts()).isEqualTo(Map.of("open-demo", "Shortcut+U"));
    assertThat(row(Command.OPEN_DEMO).isDefault()).isFalse();
    assertThat(editing.recording.get()).isEmpty();
  }

  @Test
  void keysOfAnotherCommandRequireConfirmation() {
    editing.record(Command.OPEN_DEMO);
    press("Shortcut+S");

    assertThat(editing.note.get().orElseThrow()).contains("Save");
    assertThat(settings.get().shortcuts()).isEmpty();

    editing.takeOver();
    assertThat(settings.get().shortcuts()).isEqualTo(Map.of("open-demo", "Shortcut+S", "save", ""));
  }

  @Test
  void keysThatAreRefusedAreSaidToBeAndOthersAreAwaited() {
    editing.record(Command.OPEN_DEMO);
    press("J");

    assertThat(editing.note.get().orElseThrow()).startsWith("J ");
    assertThat(settings.get().shortcuts()).isEmpty();
    press("F9");
    assertThat(settings.get().shortcuts()).isEqualTo(Map.of("open-demo", "F9"));
  }

  @Test
  void keysCanBeRemovedAndReset() {
    editing.remove(Command.SAVE);
    assertThat(row(Command.SAVE).keys()).isEmpty();

    editing.reset(Command.SAVE);
    assertThat(row(Command.SAVE).isDefault()).isTrue();
    assertThat(settings.get().shortcuts()).isEmpty();
  }

  @Test
  void resettingNamesTheCommandThatLosesItsKeys() {
    settings.change(chosen -> chosen.withShortcuts(Map.of("export", "Shortcut+S", "save", "")));

    editing.reset(Command.SAVE);

    assertThat(editing.note.get().orElseThrow()).contains("Export");
    assertThat(row(Command.EXPORT).keys()).isEmpty();
  }

  @Test
  void allAreResetAtOnce() {
    settings.change(
        chosen -> chosen.withShortcuts(Map.of("export", "F9", "save", "", "reload", "F6")));

    editing.resetAll();

    assertThat(settings.get().shortcuts()).isEmpty();
    assertThat(List.copyOf(editing.rows))
        .filteredOn(OfCommand.class::isInstance)
        .allMatch(row -> ((OfCommand) row).isDefault());
  }
}
