package io.github.tensorloupe.desktop.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command.CommandMenu;
import io.github.tensorloupe.desktop.command.Keymap.Refusal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javafx.scene.input.KeyCombination;
import org.junit.jupiter.api.Test;

class KeymapTest {

  private static KeyCombination keys(String text) {
    return KeyCombination.valueOf(text);
  }

  private static String of(Keymap keymap, Command command) {
    return keymap.keys(command).map(KeyCombination::getName).orElse("none");
  }

  @Test
  void noTwoCommandsUsuallyHaveTheSameKeys() {
    for (Command command : Command.values()) {
      command
          .defaultKeys()
          .ifPresent(
              defaultKeys -> assertThat(Keymap.DEFAULT.owner(defaultKeys)).contains(command));
    }
    assertThat(Keymap.DEFAULT.shortcuts()).isEmpty();
  }

  @Test
  void everyCommandIsInOneMenu() {
    List<Command> inMenus =
        Stream.of(CommandMenu.values()).flatMap(menu -> menu.commands().stream()).toList();

    assertThat(inMenus).doesNotHaveDuplicates().containsExactlyInAnyOrder(Command.values());
  }

  @Test
  void menuListsPanesInTheOrderOfTheirKeys() {
    List<Command> panes = CommandMenu.VIEW.sections().getFirst();

    assertThat(
            panes.stream()
                // These panes exist for some files only.
                .filter(command -> command != Command.SHOW_ADAPTER)
                .filter(command -> command != Command.SHOW_PICKLE)
                .map(command -> of(Keymap.DEFAULT, command)))
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, 9).mapToObj(digit -> "Shortcut+" + digit).toList());
  }

  @Test
  void defaultKeysAreValidForCommands() {
    for (Command command : Command.values()) {
      command
          .defaultKeys()
          .ifPresent(
              defaultKeys -> assertThat(Keymap.refusal(defaultKeys)).as(command.name()).isEmpty());
    }
  }

  @Test
  void chosenKeysTakeThoseOfAnotherCommandAway() {
    Keymap keymap = Keymap.DEFAULT.with(Command.EXPORT, Optional.of(keys("Shortcut+S")));

    assertThat(of(keymap, Command.EXPORT)).isEqualTo("Shortcut+S");
    assertThat(of(keymap, Command.SAVE)).isEqualTo("none");
    assertThat(keymap.shortcuts())
        .containsExactlyInAnyOrderEntriesOf(Map.of("export", "Shortcut+S", "save", ""));
  }

  @Test
  void shortcutsSurviveStoringInSettings() {
    Keymap keymap =
        Keymap.DEFAULT
            .with(Command.EXPORT, Optional.of(keys("Shortcut+S")))
            .with(Command.OPEN_DEMO, Optional.of(keys("F9")))
            .with(Command.FIND_NEXT, Optional.empty());

    assertThat(Keymap.of(keymap.shortcuts()).shortcuts()).isEqualTo(keymap.shortcuts());
  }

  @Test
  void resettingReclaimsDefaultKeysFromOtherCommands() {
    Keymap keymap =
        Keymap.DEFAULT
            .with(Command.EXPORT, Optional.of(keys("Shortcut+S")))
            .with(Command.SAVE, Command.SAVE.defaultKeys());

    assertThat(of(keymap, Command.SAVE)).isEqualTo("Shortcut+S");
    assertThat(of(keymap, Command.EXPORT)).isEqualTo("none");
  }

  @Test
  void invalidValuesKeepTheDefaultKeys() {
    Keymap keymap =
        Keymap.of(
            Map.of("save", "Shortcut+", "export", "Hyper+Q", "reload", "R", "no-command", "F9"));

    assertThat(keymap.shortcuts()).isEmpty();
    assertThat(of(keymap, Command.RELOAD)).isEqualTo("F5");
  }

  @Test
  void keysThatTwoCommandsWantAreTheFirstOnes() {
    Keymap keymap = Keymap.of(Map.of("open-demo", "F9", "about", "F9", "export", "Shortcut+O"));

    assertThat(of(keymap, Command.OPEN_DEMO)).isEqualTo("F9");
    assertThat(of(keymap, Command.ABOUT)).isEqualTo("none");
    assertThat(of(keymap, Command.EXPORT)).isEqualTo("Shortcut+O");
    assertThat(of(keymap, Command.OPEN_FILE)).isEqualTo("none");
  }

  @Test
  void controlIsTheShortcutKeyWhereItIs() {
    boolean mac = System.getProperty("os.name").startsWith("Mac");
    assertThat(Keymap.DEFAULT.owner(keys(mac ? "Meta+S" : "Ctrl+S"))).contains(Command.SAVE);
  }

  @Test
  void keysThatWriteOrBelongToFieldsOrTheSystemAreRefused() {
    assertThat(Keymap.refusal(keys("R"))).contains(Refusal.TYPES);
    assertThat(Keymap.refusal(keys("Shift+R"))).contains(Refusal.TYPES);
    assertThat(Keymap.refusal(keys("Shortcut+Alt+Q"))).contains(Refusal.SIGN);
    assertThat(Keymap.refusal(keys("Shortcut+V"))).contains(Refusal.FIELD);
    assertThat(Keymap.refusal(keys("Shortcut+Left"))).contains(Refusal.FIELD);
    assertThat(Keymap.refusal(keys("F10"))).contains(Refusal.SYSTEM);
    assertThat(Keymap.refusal(keys("Alt+F4"))).contains(Refusal.SYSTEM);
    assertThat(
            Stream.of("F6", "Shift+F6", "Shortcut+J", "Alt+J", "Shortcut+Shift+V")
                .map(KeymapTest::keys)
                .map(Keymap::refusal))
        .allMatch(Optional::isEmpty);
  }
}
