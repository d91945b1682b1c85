package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.BaseStructures;
import io.github.tensorloupe.desktop.pane.library.LibrarySources;
import io.github.tensorloupe.desktop.storage.LibraryFile;
import io.github.tensorloupe.desktop.storage.ScanResultStore;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.library.HeaderCache;
import io.github.tensorloupe.library.KnownHealthLookup;
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
import javafx.scene.control.ComboBox;
import javafx.scene.control.Labeled;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuBar;
import javafx.scene.control.MenuItem;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Chooses both sides of a comparison in the dialog.
@ExtendWith(StageExtension.class)
class CompareDialogJourneyTest {

  @TempDir Path folder;

  private final ScriptedDialogs dialogs = new ScriptedDialogs();
  private final LibraryFile libraryFile = new LibraryFile(new Folders(Map.of(), new Properties()));
  private Path base;
  private Path tuned;
  private Path other;
  private Workspace workspace;

  @BeforeEach
  void writeFiles() throws IOException {
    base = write("base.safetensors", 4);
    tuned = write("tuned.safetensors", 5);
    other = write("other/tuned.safetensors", 6);
  }

  private Path write(String name, float last) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return new TensorFiles().floats("up", 1, 2, 3, last).write(file);
  }

  @Start
  void show(Stage stage) {
    LibrarySources library =
        new LibrarySources(
            libraryFile,
            new LibraryScan(new HeaderCache(), KnownHealthLookup.NONE),
            List::of,
            ScanResultStore.NONE,
            new BaseStructures(new Folders(Map.of(), new Properties())));
    TestTab host =
        new TestTab() {
          @Override
          public List<Path> openCheckpoints() {
            return List.of(tuned);
          }
        };
    workspace =
        new Workspace(
            new TestEnvironment(folder)
                .dialogs(dialogs)
                .outside(Desktop.with(library))
                .host(host)
                .build());
    TestWindow.show(stage, workspace.view, 1000, 800);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private void open(FxRobot robot, Path path) {
    robot.interact(() -> workspace.opener.open(path));
    TestWindow.waitUntil(
        path + " is open",
        () ->
            workspace
                .context
                .selection()
                .openDocument()
                .filter(it -> it.checkpoint().path().equals(path))
                .isPresent());
  }

  private static String chosen(FxRobot robot, String side) {
    return shown(box(robot, side));
  }

  private static ComboBox<?> box(FxRobot robot, String side) {
    return robot.lookup("#compare-" + side).query();
  }

  private static <T> String shown(ComboBox<T> box) {
    return box.getConverter().toString(box.getValue());
  }

  private static <T> List<String> offered(ComboBox<T> box) {
    return box.getItems().stream().map(box.getConverter()::toString).toList();
  }

  private void expectComparison(Path a, Path b) {
    TestWindow.assertEventually(
        () ->
            assertThat(workspace.context.selection().openComparison())
                .hasValueSatisfying(
                    it -> {
                      assertThat(it.sideA().path()).isEqualTo(a);
                      assertThat(it.sideB().path()).isEqualTo(b);
                    }));
  }

  @Test
  void toolbarButtonAsksForTheBaseOfTheOpenFile(FxRobot robot) {
    open(robot, tuned);
    dialogs.file = Optional.of(base);

    robot.clickOn("#compare-with");
    assertThat(chosen(robot, "a")).isEmpty();
    assertThat(chosen(robot, "b")).startsWith("tuned");
    robot.clickOn("#compare-a-file").clickOn("#compare-run");

    expectComparison(base, tuned);
  }

  @Test
  void recentFileIsFoundByItsFolder(FxRobot robot) {
    open(robot, other);
    open(robot, tuned);
    TestWindow.waitUntil(
        "both are recent", () -> workspace.library.lists().recentPaths().size() == 2);
    robot.clickOn("#compare-with");

    robot.clickOn("#compare-a").write("other");
    robot.push(KeyCode.DOWN).push(KeyCode.ENTER);

    assertThat(chosen(robot, "a")).isEqualTo("other/tuned (recent)");
    robot.clickOn("#compare-run");
    expectComparison(other, tuned);
  }

  @Test
  void clearedRecentFilesAreNotOffered(FxRobot robot) throws IOException {
    open(robot, tuned);
    TestWindow.waitUntil("it is recent", () -> !workspace.library.lists().recentPaths().isEmpty());
    MenuBar bar = robot.lookup("#menu-bar").queryAs(MenuBar.class);
    MenuItem clear =
        bar.getMenus().getFirst().getItems().stream()
            .filter(item -> "menu-recent".equals(item.getId()))
            .map(menu -> ((Menu) menu).getItems().getLast())
            .findFirst()
            .orElseThrow();
    assertThat(clear.getText()).isEqualTo("Clear recent files");

    robot.interact(clear::fire);

    TestWindow.waitUntil("none is recent", () -> workspace.library.lists().recentPaths().isEmpty());
    assertThat(libraryFile.recent()).isEmpty();
  }

  @Test
  void sidesAreSwapped(FxRobot robot) {
    open(robot, tuned);
    dialogs.folder = Optional.of(base);
    robot.clickOn("#compare-with").clickOn("#compare-a-folder");

    robot.clickOn("#compare-swap");

    assertThat(chosen(robot, "b")).isEqualTo("base.safetensors");
    robot.clickOn("#compare-run");
    expectComparison(tuned, base);
  }

  @Test
  void anotherFileReplacesOneSideOfTheOpenComparison(FxRobot robot) {
    robot.interact(() -> workspace.opener.compare(base, tuned, List.of()));
    expectComparison(base, tuned);
    dialogs.file = Optional.of(other);

    robot.clickOn("#compare-with").clickOn("#compare-b-file").clickOn("#compare-run");

    expectComparison(base, other);
  }

  @Test
  void modelOfTheLibraryIsComparedWithAnotherOne(FxRobot robot) {
    dialogs.folder = Optional.of(folder);
    robot.clickOn("#library-add-folder");
    TestWindow.waitUntil("it is listed", () -> robot.lookup("base").tryQuery().isPresent());
    robot.clickOn("#library-search").write("base.s");
    TestWindow.waitUntil(
        "others are hidden",
        () -> robot.lookup("#library-count").queryAs(Labeled.class).getText().startsWith("1"));

    robot.rightClickOn("base").clickOn("Compare with…");

    assertThat(chosen(robot, "b")).isEqualTo("base.safetensors (library)");
    assertThat(offered(box(robot, "a")))
        .containsExactlyInAnyOrder(
            base.getParent().getFileName() + "/tuned (open tab)",
            "other/tuned (library)",
            "base.safetensors (library)");
  }

  @Test
  void escapeClosesTheDialogWithoutAComparison(FxRobot robot) {
    open(robot, tuned);
    robot.interact(() -> workspace.context.commands().run(Command.COMPARE_WITH));

    robot.push(KeyCode.ESCAPE);

    assertThat(robot.lookup("#compare-choice").tryQuery()).isEmpty();
    assertThat(workspace.context.selection().openDocument()).isPresent();
  }
}
