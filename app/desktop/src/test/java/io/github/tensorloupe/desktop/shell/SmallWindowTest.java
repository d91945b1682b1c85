package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TruncatedTexts;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Nothing lies beyond a window of 900 by 600 with text of 20 pixels, and no text without a tooltip
/// is truncated.
@ExtendWith(StageExtension.class)
class SmallWindowTest extends SampleWindow {

  /// The size of the window with large text, in the units of the style sheets.
  private static final double WIDTH = 900 * 13 / 20.0;

  private static final double HEIGHT = 600 * 13 / 20.0;

  private static final List<Command> PANELS =
      List.of(
          Command.SAVE_AS,
          Command.ALIGN_DATA,
          Command.EXPORT,
          Command.EDIT_MANY_FILES,
          Command.OPEN_ADDRESS,
          Command.SETTINGS,
          Command.SHORTCUTS,
          Command.PALETTE,
          Command.SHOW_JOBS,
          Command.USER_GUIDE,
          Command.ABOUT,
          Command.FIND_BYTES);

  private final Set<String> complaints = new TreeSet<>();

  private Stage stage;

  @Start
  void start(Stage shown) {
    stage = shown;
  }

  private void show(FxRobot robot, String language) {
    Settings settings = Settings.DEFAULT.withLanguage(Optional.of(language));
    robot.interact(
        () ->
            showWindow(
                stage,
                new TestEnvironment(folder).settings(ChosenSettings.inMemory(settings)),
                WIDTH,
                HEIGHT));
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "de"})
  void everyViewFits(String language, FxRobot robot) {
    show(robot, language);
    look(robot, "start page");
    for (String sample : List.of("rich-metadata.safetensors", "nan-and-inf.safetensors")) {
      open(robot, sample(sample));
      for (PaneDescriptor pane : Panes.FILE) {
        robot.interact(() -> workspace.view.panes.show(pane));
        waitForJobs();
        look(robot, pane.id());
      }
    }
    for (Command panel : PANELS) {
      lookAt(robot, panel);
    }
    open(robot, sample("truncated.safetensors"));
    lookAt(robot, Command.SALVAGE);
    lookAt(robot, Command.REPAIR);
    Path compared = sample("rich-metadata.safetensors");
    robot.interact(
        () -> workspace.opener.compare(compared, sample("nan-and-inf.safetensors"), List.of()));
    waitForJobs();
    for (PaneDescriptor pane : Panes.COMPARISON) {
      robot.interact(() -> workspace.view.panes.show(pane));
      waitForJobs();
      look(robot, "comparison " + pane.id());
    }

    assertThat(complaints).isEmpty();
  }

  private void lookAt(FxRobot robot, Command panel) {
    robot.interact(() -> workspace.context.commands().run(panel));
    waitForJobs();
    look(robot, panel.id());
    robot.push(KeyCode.ESCAPE);
  }

  private void look(FxRobot robot, String where) {
    robot.interact(
        () -> {
          scene.getRoot().applyCss();
          scene.getRoot().layout();
          TruncatedTexts.in(scene).forEach(text -> complaints.add(where + ": " + text));
        });
  }
}
