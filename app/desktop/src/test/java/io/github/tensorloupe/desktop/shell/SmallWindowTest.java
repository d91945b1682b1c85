package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.BaseStructures;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.pane.convert.Operation;
import io.github.tensorloupe.desktop.pane.library.LibrarySources;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.storage.LibraryFile;
import io.github.tensorloupe.desktop.storage.ScanResultStore;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.testing.TruncatedTexts;
import io.github.tensorloupe.library.HeaderCache;
import io.github.tensorloupe.library.KnownHealthLookup;
import io.github.tensorloupe.library.LibraryFolder;
import io.github.tensorloupe.library.LibraryScan;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
          Command.CONVERT,
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

  private void show(FxRobot robot, String language, Desktop outside) {
    ChosenSettings settings =
        ChosenSettings.inMemory(Settings.DEFAULT.withLanguage(Optional.of(language)));
    TestEnvironment environment = new TestEnvironment(folder).settings(settings).outside(outside);
    robot.interact(() -> showWindow(stage, environment, WIDTH, HEIGHT));
  }

  @ParameterizedTest
  @CsvSource({"en, Search", "de, Suchen"})
  void libraryWithModelsFits(String language, String prompt, FxRobot robot) throws IOException {
    Path models = Files.createDirectories(folder.resolve("models"));
    new TensorFiles()
        .floats("lora_unet_x_attn2_to_k.lora_down.weight", 1, 2)
        .floats("lora_unet_x_attn2_to_k.lora_up.weight", 3, 4)
        .write(models.resolve("a.safetensors"));
    Folders nowhere = new Folders(Map.of(), new Properties());
    LibrarySources library =
        new LibrarySources(
            new LibraryFile(nowhere),
            new LibraryScan(new HeaderCache(), KnownHealthLookup.NONE),
            () -> List.of(LibraryFolder.cache(models)),
            ScanResultStore.NONE,
            new BaseStructures(nowhere));
    show(robot, language, Desktop.with(library));
    TestWindow.waitUntil(
        "there is a model", () -> robot.lookup(".model-card").tryQuery().isPresent());
    look(robot, "gallery");
    assertThat(robot.lookup("#library-search").queryTextInputControl().getPromptText())
        .startsWith(prompt);
    robot.interact(() -> robot.lookup("#library-look-table").<ToggleButton>query().fire());
    look(robot, "table");

    assertThat(complaints).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "de"})
  void everyViewFits(String language, FxRobot robot) {
    show(robot, language, Desktop.nothing());
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
    open(robot, compared);
    for (Operation operation : Operation.values()) {
      lookAt(robot, operation.command());
    }
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
