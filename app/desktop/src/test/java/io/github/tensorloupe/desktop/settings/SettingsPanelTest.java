package io.github.tensorloupe.desktop.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.error.LazyPane;
import io.github.tensorloupe.desktop.error.LazyPanes;
import io.github.tensorloupe.desktop.job.FirstFrame;
import io.github.tensorloupe.desktop.settings.SettingsPanel.DataLocation;
import io.github.tensorloupe.desktop.storage.Appearance;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.storage.Settings.Switch;
import io.github.tensorloupe.desktop.storage.Theme;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.storage.Accent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Labeled;
import javafx.scene.control.RadioButton;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Pane;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class SettingsPanelTest {

  private final ChosenSettings settings =
      ChosenSettings.inMemory(Settings.DEFAULT.withShortcuts(Map.of("SAVE", "F2")));
  private final List<String> actions = new ArrayList<>();
  private Runnable onShortcutsClosed = () -> {};
  private SettingsPanel panel;
  private PanelHost host;

  @Start
  void show(Stage stage) {
    LazyPane.Environment surroundings =
        new LazyPane.Environment(Runnable::run, _ -> {}, FirstFrame.shown(), Messages.english());
    host = new PanelHost(new Pane(), new LazyPanes(surroundings, ""));
    SettingsPanel.Actions handlers =
        new SettingsPanel.Actions(
            () ->
                List.of(
                    new DataLocation("settings.place.config", Optional.of(Path.of("/home/a/b"))),
                    new DataLocation("settings.place.cache", Optional.empty())),
            path -> actions.add("show " + path),
            back -> {
              actions.add("shortcuts");
              onShortcutsClosed = back;
            });
    panel = new SettingsPanel(host, settings, handlers, Messages.english());
    TestWindow.show(stage, host, 800, 1000);
    panel.show();
  }

  private static <T extends Node> T node(FxRobot robot, String id, Class<T> type) {
    return robot.lookup("#" + id).queryAs(type);
  }

  private static void press(FxRobot robot, String id) {
    robot.interact(node(robot, id, ButtonBase.class)::fire);
  }

  @Test
  void lookIsChangedAtOnce(FxRobot robot) {
    press(robot, "settings-theme-dark");
    press(robot, "settings-accent-teal");
    ComboBox<Integer> sizes = fontSizes(robot);
    robot.interact(() -> sizes.setValue(15));

    assertThat(settings.get().appearance()).isEqualTo(new Appearance(Theme.DARK, Accent.TEAL, 15));
    assertThat(sizes.getConverter().toString(15)).isEqualTo("15 px");
    assertThat(sizes.getConverter().toString(13)).isEqualTo("13 px (default)");
  }

  @Test
  void accentsAloneShowTheirColor(FxRobot robot) {
    assertThat(node(robot, "settings-accent-teal", RadioButton.class).getGraphic().getStyleClass())
        .contains("accent-teal");
    assertThat(node(robot, "settings-theme-dark", RadioButton.class).getGraphic()).isNull();
  }

  @Test
  void textSizeFollowsTheShortcuts(FxRobot robot) {
    robot.interact(() -> settings.enlarge(2));

    assertThat(fontSizes(robot).getValue()).isEqualTo(15);
  }

  @SuppressWarnings("unchecked")
  private static ComboBox<Integer> fontSizes(FxRobot robot) {
    return (ComboBox<Integer>) node(robot, "settings-font-size", ComboBox.class);
  }

  @Test
  void panelFollowsWhatIsChosenElsewhere(FxRobot robot) {
    robot.interact(
        () ->
            settings.change(
                now ->
                    now.with(Switch.SCAN_AUTOMATICALLY, false).withAutoScanLimitBytes(1L << 30)));

    assertThat(node(robot, "settings-scan", CheckBox.class).isSelected()).isFalse();
    assertThat(node(robot, "settings-scan-limit", ComboBox.class).getValue()).isEqualTo(1L << 30);
    assertThat(node(robot, "settings-scan-limit", ComboBox.class).isDisabled()).isTrue();
  }

  @Test
  void openingAndLanguageAreChosen(FxRobot robot) {
    press(robot, "settings-session");
    press(robot, "settings-scan");
    robot.interact(
        () -> node(robot, "settings-language", ComboBox.class).getSelectionModel().select(2));

    assertThat(settings.get().isOn(Switch.RESTORES_SESSION)).isFalse();
    assertThat(settings.get().isOn(Switch.SCAN_AUTOMATICALLY)).isFalse();
    assertThat(settings.get().language()).contains("de");
  }

  @Test
  void resetRequiresConfirmationAndKeepsShortcuts(FxRobot robot) {
    assertThat(node(robot, "settings-reset", ButtonBase.class).isDisabled()).isTrue();
    press(robot, "settings-theme-dark");
    press(robot, "settings-reset");
    press(robot, "settings-reset-cancel");
    assertThat(settings.get().appearance().theme()).isEqualTo(Theme.DARK);

    press(robot, "settings-reset");
    press(robot, "settings-reset-confirm");

    assertThat(settings.get())
        .isEqualTo(Settings.DEFAULT.withShortcuts(settings.get().shortcuts()));
    assertThat(settings.get().shortcuts()).containsEntry("SAVE", "F2");
    assertThat(node(robot, "settings-theme-system", RadioButton.class).isSelected()).isTrue();
  }

  @Test
  void placesAreShownAndCopied(FxRobot robot) {
    List<ButtonBase> buttons =
        robot.lookup(".setting-place .button").queryAllAs(ButtonBase.class).stream().toList();
    robot.interact(() -> buttons.forEach(ButtonBase::fire));

    assertThat(actions).containsExactly("show " + Path.of("/home/a/b"));
    robot.interact(
        () ->
            assertThat(Clipboard.getSystemClipboard().getString())
                .isEqualTo(Path.of("/home/a/b").toString()));
    assertThat(buttons).allMatch(button -> button.getAccessibleText().contains("Settings"));
  }

  @Test
  void shortcutsTakeThePlaceOfTheSettingsUntilTheyAreClosed(FxRobot robot) {
    press(robot, "settings-shortcuts");

    assertThat(actions).containsExactly("shortcuts");
    assertThat(host.shown()).isEmpty();

    robot.interact(onShortcutsClosed);
    assertThat(robot.lookup("#settings").tryQuery()).isPresent();
  }

  @Test
  void everyControlIsReachedByTheKeyboardAndHasAName(FxRobot robot) {
    robot.press(KeyCode.TAB).release(KeyCode.TAB);
    for (Node node :
        robot
            .lookup(
                "#settings .button, #settings .radio-button, #settings"
                    + " .check-box, #settings .combo-box")
            .queryAll()) {
      assertThat(node.isFocusTraversable()).as("%s", node).isTrue();
      String text = node instanceof Labeled labeled ? labeled.getText() : null;
      assertThat(text == null ? node.getAccessibleText() : text).as("%s", node).isNotBlank();
    }
    robot.push(KeyCode.ESCAPE);
    assertThat(host.shown()).isEmpty();
  }
}
