package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.BaseStructures;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.library.LibrarySources;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.session.StartupPlan;
import io.github.tensorloupe.desktop.storage.Appearance;
import io.github.tensorloupe.desktop.storage.LibraryFile;
import io.github.tensorloupe.desktop.storage.RecentFile;
import io.github.tensorloupe.desktop.storage.ScanResultStore;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.library.HeaderCache;
import io.github.tensorloupe.library.KnownHealthLookup;
import io.github.tensorloupe.library.LibraryScan;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.storage.Trash;
import io.github.tensorloupe.testing.Intercepted;
import io.github.tensorloupe.testing.ShardFolder;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.application.Platform;
import javafx.geometry.Rectangle2D;
import javafx.scene.Scene;
import javafx.scene.control.Labeled;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Renames models and moves them to the trash. One of the models is open in a tab.
@ExtendWith(StageExtension.class)
class ModelFilesJourneyTest {

  private static final Messages MESSAGES = Messages.english();

  @TempDir Path folder;

  private final LibraryFile libraryFile = new LibraryFile(new Folders(Map.of(), new Properties()));

  /// Names of files that cannot be moved.
  private final Set<String> immovable = new HashSet<>();

  private Windows windows;

  private Path model(String name) {
    return folder.resolve("models").resolve(name);
  }

  private Set<String> names(Path of) throws IOException {
    try (Stream<Path> files = Files.list(of)) {
      return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
    }
  }

  private FileOperations disk() {
    return Intercepted.calls(
        FileOperations.class,
        FileOperations.ofThisComputer(),
        (name, arguments, call) -> {
          if (name.equals("renameNoReplace")
              && immovable.contains(((Path) arguments[0]).getFileName().toString())) {
            throw new AccessDeniedException(model("").toString());
          }
          return call.run();
        });
  }

  private Desktop desktop() {
    LibrarySources sources =
        new LibrarySources(
            libraryFile,
            new LibraryScan(new HeaderCache(), KnownHealthLookup.NONE),
            List::of,
            ScanResultStore.NONE,
            new BaseStructures(new Folders(Map.of(), new Properties())));
    return new Desktop(
        sources,
        new Desktop.FileManager() {
          @Override
          public void show(Path path) {}

          @Override
          public void moveToTrash(Path file, FileOperations files) throws IOException {
            Map<String, String> environment = Map.of("XDG_DATA_HOME", folder.toString());
            new Trash(files, new Folders(environment, new Properties())).move(file);
          }
        });
  }

  @Start
  void show(Stage stage) throws IOException {
    Files.createDirectory(model(""));
    for (String name : List.of("anchor", "boats")) {
      new TensorFiles().floats("a", 1).write(model(name + ".safetensors"));
      Files.writeString(model(name + ".civitai.info"), "{}");
    }
    ShardFolder shards = new ShardFolder(Files.createDirectory(model("set")));
    shards.shard(1, 2, "a").shard(2, 2, "b");
    libraryFile.addFolder(model(""));
    libraryFile.mark(List.of(model("anchor.safetensors")), mark -> mark.withFavorite(true));
    Themes.loadFonts();
    Platform.setImplicitExit(false);
    Desktop desktop = desktop();
    SharedLibrary library = new SharedLibrary(desktop.library(), Jobs.onFxThread(), MESSAGES);
    windows =
        new Windows(
            new Windows.Tools(
                dressed -> {
                  dressed.setScene(new Scene(new Region()));
                  Themes.apply(Appearance.DEFAULT, dressed.getScene());
                },
                (tab, _) ->
                    new Workspace(
                        new TestEnvironment(folder)
                            .library(library)
                            .outside(desktop)
                            .disk(disk())
                            .host(tab)
                            .build()),
                () -> List.of(new Rectangle2D(0, 0, 1600, 1200)),
                () -> true,
                _ -> {},
                () -> {},
                MESSAGES),
            false);
    windows.begin(
        new Stage(),
        StartupPlan.FRESH,
        List.of(model("anchor.safetensors")),
        new StartupNotices(new ArrayList<>(), MESSAGES));
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> windows.all().forEach(window -> window.stage.close()));
  }

  private void expectTabs(String... names) {
    TabPane strip = (TabPane) windows.tabs().getLast().stage().getScene().lookup("#document-tabs");
    TestWindow.assertEventually(
        () -> assertThat(strip.getTabs()).extracting(Tab::getText).containsExactly(names));
  }

  private void showLibrary(FxRobot robot) {
    expectTabs("Library", "anchor.safetensors");
    robot.interact(() -> windows.all().getFirst().selectLibrary());
    TestWindow.waitUntil("models are listed", () -> robot.lookup("boats").tryQuery().isPresent());
    TestWindow.waitUntil("models are listed", () -> robot.lookup("anchor").tryQuery().isPresent());
  }

  private static void enterName(FxRobot robot, String title, String name) {
    robot.clickOn(title).push(KeyCode.F2);
    TestWindow.waitUntil(
        "the panel is shown", () -> robot.lookup("#library-rename-name").tryQuery().isPresent());
    TextField field = robot.lookup("#library-rename-name").queryAs(TextField.class);
    assertThat(field.getText()).isEqualTo(title);
    rename(robot, name);
  }

  private static void rename(FxRobot robot, String name) {
    TextField field = robot.lookup("#library-rename-name").queryAs(TextField.class);
    robot.interact(() -> field.setText(name));
    robot.clickOn("#library-rename-start");
  }

  private static void expectAnswer(FxRobot robot, String sentence) {
    TestWindow.waitUntil(sentence, () -> robot.lookup(sentence).tryQuery().isPresent());
    assertThat(robot.lookup("#library-rename-name").tryQuery()).isPresent();
  }

  private void expectStatus(FxRobot robot, String sentence) {
    TestWindow.assertEventually(
        () ->
            assertThat(robot.lookup("#status-notice").<Labeled>queryAll())
                .extracting(Labeled::getText)
                .contains(sentence));
  }

  @Test
  void sidecarsTabsAndMarksFollowARename(FxRobot robot) throws IOException {
    showLibrary(robot);
    Path from = model("anchor.safetensors");
    Path to = model("ship.safetensors");

    enterName(robot, "anchor", "ship");

    expectStatus(robot, "anchor.safetensors is now ship.safetensors.");
    assertThat(names(model("")))
        .contains("ship.safetensors", "ship.civitai.info")
        .doesNotContain("anchor.safetensors", "anchor.civitai.info");
    expectTabs("Library", "ship.safetensors");
    TestWindow.waitUntil("the card", () -> robot.lookup("ship").tryQuery().isPresent());
    TestWindow.waitUntil("the old card", () -> robot.lookup("anchor").tryQuery().isEmpty());
    assertThat(libraryFile.marks()).containsOnlyKeys(to);
    assertThat(libraryFile.recent()).extracting(RecentFile::path).contains(to).doesNotContain(from);
  }

  @Test
  void namesThatExistOrAreInvalidAreRefusedAndChangeNothing(FxRobot robot) throws IOException {
    showLibrary(robot);
    Set<String> before = names(model(""));

    enterName(robot, "anchor", "boats");
    expectAnswer(robot, "boats.safetensors already exists; nothing was written.");
    Files.writeString(model("ship.civitai.info"), "other");
    rename(robot, "ship");
    expectAnswer(robot, "ship.civitai.info already exists; nothing was written.");
    rename(robot, "../ship");
    expectAnswer(robot, MESSAGES.text("library.rename.invalid"));
    immovable.add("anchor.safetensors");
    rename(robot, "other");
    expectAnswer(
        robot, "anchor.safetensors was not changed: no permission to write " + model("") + ".");

    Files.delete(model("ship.civitai.info"));
    assertThat(names(model(""))).isEqualTo(before);
    expectTabs("Library", "anchor.safetensors");
  }

  @Test
  void aSidecarThatCannotBeRenamedIsReported(FxRobot robot) throws IOException {
    showLibrary(robot);
    immovable.add("boats.civitai.info");

    enterName(robot, "boats", "ship");

    expectStatus(
        robot,
        "boats.safetensors is now ship.safetensors. Changed: boats.safetensors. Not changed:"
            + " boats.civitai.info (no permission to write "
            + model("")
            + ").");
    assertThat(names(model(""))).contains("ship.safetensors", "boats.civitai.info");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void theTrashReceivesAllFilesAndTheTabIsClosed(FxRobot robot) throws IOException {
    showLibrary(robot);
    long bytes = Files.size(model("anchor.safetensors")) + 2;

    robot.rightClickOn("anchor").clickOn("Move to trash…");
    TestWindow.waitUntil(
        "the question", () -> robot.lookup("#library-trash-start").tryQuery().isPresent());
    String size = "2 files · " + MESSAGES.bytes(bytes);
    assertThat(robot.lookup(size).tryQuery()).isPresent();
    assertThat(robot.lookup("anchor.safetensors\nanchor.civitai.info").tryQuery()).isPresent();
    robot.clickOn("#library-trash-start");

    expectStatus(robot, "Moved to the trash: anchor.safetensors. Open tabs were closed.");
    assertThat(names(model(""))).doesNotContain("anchor.safetensors", "anchor.civitai.info");
    assertThat(names(folder.resolve("Trash/files")))
        .containsOnly("anchor.safetensors", "anchor.civitai.info");
    expectTabs("Library");
    TestWindow.waitUntil("the card", () -> robot.lookup("anchor").tryQuery().isEmpty());
  }

  @Test
  void shardsAndUnsavedModelsStay(FxRobot robot) throws IOException {
    showLibrary(robot);
    Set<String> before = names(model(""));

    robot.clickOn("set").push(KeyCode.F2);
    TestWindow.assertEventually(
        () ->
            assertThat(robot.lookup("#status-notice").<Labeled>queryAll())
                .extracting(Labeled::getText)
                .anySatisfy(
                    text -> assertThat(text).contains("of several files, which must stay")));
    PaneContext tab =
        windows.tabs().stream()
            .filter(each -> !each.isLibrary)
            .findFirst()
            .orElseThrow()
            .workspace
            .context;
    List<TensorFile> files = tab.selection().openDocument().orElseThrow().checkpoint().files();
    DocumentEdits edits = tab.edits();
    robot.interact(() -> edits.edit(edits.ofAll(files).getFirst(), it -> it.add(0, "a", "b")));
    robot.rightClickOn("anchor").clickOn("Move to trash…");

    expectStatus(
        robot,
        "anchor.safetensors is open with unsaved changes or is being written. Save or discard the"
            + " changes first.");
    assertThat(names(model(""))).isEqualTo(before);
  }
}
