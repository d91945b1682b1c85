package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.BaseStructures;
import io.github.tensorloupe.desktop.pane.library.LibrarySources;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.session.Arrangement;
import io.github.tensorloupe.desktop.storage.LibraryFile;
import io.github.tensorloupe.desktop.storage.RecentFile;
import io.github.tensorloupe.desktop.storage.ScanResultStore;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.library.HeaderCache;
import io.github.tensorloupe.library.KnownHealthLookup;
import io.github.tensorloupe.library.LibraryFolder;
import io.github.tensorloupe.library.LibraryScan;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.SampleCache;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import javafx.scene.Node;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Labeled;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuBar;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableColumn.SortType;
import javafx.scene.control.TableView;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Uses the start page, with files that other programs change. Needs links, which only some
/// accounts may create on Windows.
@ExtendWith(StageExtension.class)
@DisabledOnOs(OS.WINDOWS)
class LibraryJourneyTest {

  @TempDir static Path shared;
  @TempDir Path folder;

  private final ScriptedDialogs dialogs = new ScriptedDialogs();
  private final List<Path> newWindows = new ArrayList<>();
  private final List<Path> revealed = new ArrayList<>();
  private final LibraryFile libraryFile = new LibraryFile(new Folders(Map.of(), new Properties()));
  private volatile boolean hasFileManager = true;
  private Workspace workspace;

  @BeforeAll
  static void writeCache() throws IOException {
    SampleCache.write(shared.resolve("hub"));
  }

  @BeforeEach
  void writeFolder() throws IOException {
    new TensorFiles()
        .floats("a.weight", 1, 2, 3)
        .write(Files.createDirectories(folder.resolve("loras")).resolve("tiny.safetensors"));
  }

  @Start
  void show(Stage stage) {
    LibrarySources library =
        new LibrarySources(
            libraryFile,
            new LibraryScan(new HeaderCache(), KnownHealthLookup.NONE),
            () -> List.of(LibraryFolder.cache(shared.resolve("hub"))),
            ScanResultStore.NONE,
            new BaseStructures(new Folders(Map.of(), new Properties())));
    Desktop outside =
        new Desktop(
            library,
            path -> {
              if (!hasFileManager) {
                throw new SentenceException("There is none.");
              }
              revealed.add(path);
            });
    TabHost host =
        new TestTab() {
          @Override
          public void openInNewWindow(Path path) {
            newWindows.add(path);
          }
        };
    workspace =
        new Workspace(
            new TestEnvironment(folder).dialogs(dialogs).outside(outside).host(host).build());
    TestWindow.show(stage, workspace.view, 1000, 800);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup("#" + id).tryQueryAs(Labeled.class).map(Labeled::getText).orElse("");
  }

  /// Waits until the line above the gallery shows this count.
  private static void expectModels(FxRobot robot, String count) {
    TestWindow.assertEventually(
        () -> assertThat(text(robot, "library-count")).startsWith(count + " ·"));
  }

  private void expectDocument(FxRobot robot, String name) {
    TestWindow.assertEventually(
        () -> {
          assertThat(text(robot, "document-name")).isEqualTo(name);
          assertThat(workspace.context.selection().openDocument()).isPresent();
        });
  }

  private void open(FxRobot robot, Path path) {
    robot.interact(() -> workspace.opener.open(path));
    expectDocument(robot, path.getFileName().toString());
  }

  private void addFolder(FxRobot robot) {
    expectModels(robot, "30 models");
    dialogs.folder = Optional.of(folder.resolve("loras"));
    robot.clickOn("#library-add-folder");
    expectModels(robot, "31 models");
  }

  private List<Path> recentPaths() throws IOException {
    return libraryFile.recent().stream().map(RecentFile::path).toList();
  }

  @Test
  void thirtyCheckpointsAreFoundSearchedAndOpenedWithKeysAlone(FxRobot robot) {
    expectModels(robot, "30 models");
    assertThat(robot.lookup("#library-search").query().isFocused()).isTrue();

    robot.write("broken");
    expectModels(robot, "2 of 30 models");
    assertThat(robot.lookup("Truncated").tryQuery()).isPresent();
    assertThat(robot.lookup("Incomplete").tryQuery()).isPresent();

    robot.push(KeyCode.ESCAPE);
    expectModels(robot, "30 models");
    robot.write("no such model");
    TestWindow.waitUntil(
        "it is reported", () -> text(robot, "library-gallery-nothing").equals("No results"));
    robot.push(KeyCode.ESCAPE);
    robot.write("set-3");
    expectModels(robot, "1 of 30 models");
    robot.push(KeyCode.DOWN);
    robot.push(KeyCode.ENTER);

    TestWindow.assertEventually(() -> assertThat(text(robot, "tree-count")).isEqualTo("2 tensors"));
  }

  @Test
  void whatWasOpenedIsRecentAndCanBeForgotten(FxRobot robot) throws IOException {
    Path file = folder.resolve("loras/tiny.safetensors");
    open(robot, file);
    robot.push(KeyCode.CONTROL, KeyCode.W);

    expectModels(robot, "31 models");
    assertThat(recentPaths()).containsExactly(file);
    assertThat(robot.lookup("tiny").tryQuery()).as("it is first").isPresent();
    MenuBar bar = robot.lookup("#menu-bar").queryAs(MenuBar.class);
    Menu recent =
        (Menu)
            bar.getMenus().getFirst().getItems().stream()
                .filter(item -> "menu-recent".equals(item.getId()))
                .findFirst()
                .orElseThrow();
    assertThat(recent.getItems().stream().map(MenuItem::getText))
        .containsExactly(file.toString(), null, "Clear recent files");

    robot.push(KeyCode.DOWN);
    robot.push(KeyCode.DELETE);

    expectModels(robot, "30 models");
    assertThat(recentPaths()).isEmpty();
  }

  @Test
  void aFolderIsAddedFollowedAndRemoved(FxRobot robot) throws IOException {
    addFolder(robot);

    new TensorFiles().floats("b", 1).write(folder.resolve("loras/second.safetensors"));
    expectModels(robot, "32 models");

    robot.clickOn("#library-filter-folder").clickOn("loras (2)");
    expectModels(robot, "2 of 32 models");
    robot.push(KeyCode.ESCAPE).clickOn("#library-remove");

    expectModels(robot, "30 models");
    assertThat(folder.resolve("loras/second.safetensors")).exists();
    assertThat(libraryFile.folders()).isEmpty();
  }

  @Test
  void theMenuOfACheckpointLeadsElsewhere(FxRobot robot) {
    addFolder(robot);
    Path file = folder.resolve("loras/tiny.safetensors");
    robot.clickOn("#library-search").write("tiny");
    expectModels(robot, "1 of 31 models");

    robot.rightClickOn(".model-card").clickOn("Open in a new window");
    TestWindow.waitUntil("a window was requested", () -> newWindows.equals(List.of(file)));
    robot.rightClickOn(".model-card").clickOn("Show in the file manager");
    TestWindow.assertEventually(() -> assertThat(revealed).isEqualTo(List.of(file)));
  }

  @Test
  void theOneLoraOfAnotherFamilyIsFoundByAFewLettersAndShowsItsTriggerWords(FxRobot robot)
      throws IOException {
    for (int i = 0; i < 30; i++) {
      boolean isOther = i == 17;
      TensorFiles lora =
          new TensorFiles()
              .tensor("lora_unet_mid_block.lora_down.weight", Dtype.F16, new byte[64], 4, 8)
              .tensor("lora_unet_mid_block.lora_up.weight", Dtype.F16, new byte[64], 8, 4)
              .metadata("ss_base_model_version", isOther ? "sdxl_base_v1-0" : "sd_v1");
      if (isOther) {
        lora.metadata("modelspec.trigger_phrase", "ohwx haze, dusk");
      }
      lora.write(folder.resolve("loras").resolve("style-%d.safetensors".formatted(i)));
    }
    expectModels(robot, "30 models");
    dialogs.folder = Optional.of(folder.resolve("loras"));
    robot.clickOn("#library-add-folder");
    expectModels(robot, "61 models");

    robot.clickOn("#library-search").write("sdxl");
    expectModels(robot, "1 of 61 models");
    robot.push(KeyCode.ENTER);

    expectDocument(robot, "style-17.safetensors");
    TestWindow.assertEventually(() -> assertThat(robot.lookup("ohwx haze").tryQuery()).isPresent());
  }

  @Test
  void theTriggerWordsOfALoraAreFoundAndCopied(FxRobot robot) throws IOException {
    new TensorFiles()
        .tensor("lora_unet_x_attn2_to_k.lora_down.weight", Dtype.F16, new byte[32], 4, 4)
        .tensor("lora_unet_x_attn2_to_k.lora_up.weight", Dtype.F16, new byte[32], 4, 4)
        .metadata("modelspec.title", "Harbour at night")
        .metadata("modelspec.trigger_phrase", "harbrx, lanterns")
        .write(folder.resolve("loras/h.safetensors"));
    expectModels(robot, "30 models");
    dialogs.folder = Optional.of(folder.resolve("loras"));
    robot.clickOn("#library-add-folder");
    expectModels(robot, "32 models");

    robot.clickOn("#library-filter-kind").clickOn("LoRA adapter (1)");
    expectModels(robot, "1 of 32 models");
    robot.push(KeyCode.ESCAPE);
    robot.rightClickOn("Harbour at night").clickOn("Copy trigger words");

    robot.interact(
        () -> assertThat(Clipboard.getSystemClipboard().getString()).isEqualTo("harbrx, lanterns"));
    robot.clickOn("#library-clear");
    expectModels(robot, "32 models");
    robot.clickOn("#library-search").write("lanterns");
    expectModels(robot, "1 of 32 models");
  }

  @Test
  void theKeysMoveAmongCardsAndTheTableHasTheSameSelection(FxRobot robot) {
    expectModels(robot, "30 models");
    robot.push(KeyCode.DOWN);
    robot.push(KeyCode.RIGHT);
    robot.push(KeyCode.DOWN);
    robot.push(KeyCode.LEFT);
    robot.push(KeyCode.END);
    robot.clickOn("#library-look-table");
    TableView<?> table = robot.lookup("#library-table").queryTableView();

    assertThat(table.isVisible()).isTrue();
    assertThat(robot.lookup("#library-gallery").query().isVisible()).isFalse();
    assertThat(table.getSelectionModel().getSelectedIndex()).isEqualTo(29);
    robot.clickOn("#library-look-gallery");
    assertThat(table.isVisible()).isFalse();
    robot.clickOn("#library-search");
    robot.push(KeyCode.DOWN);
    robot.push(KeyCode.HOME);
    assertThat(table.getSelectionModel().getSelectedIndex()).isZero();
    robot.push(KeyCode.UP);
    assertThat(robot.lookup("#library-search").query().isFocused()).isTrue();
  }

  private static <S> void sort(TableView<S> table, String id, SortType type) {
    TableColumn<S, ?> column =
        table.getColumns().stream().filter(it -> id.equals(it.getId())).findFirst().orElseThrow();
    column.setSortType(type);
    table.getSortOrder().setAll(List.of(column));
  }

  @Test
  void aHeadOfTheTableSorts(FxRobot robot) {
    expectModels(robot, "30 models");
    robot.clickOn("#library-look-table");
    TableView<?> table = robot.lookup("#library-table").queryTableView();

    robot.interact(() -> sort(table, "library-column-name", SortType.ASCENDING));
    List<Object> rising = List.copyOf(table.getItems());
    robot.interact(() -> sort(table, "library-column-name", SortType.DESCENDING));

    assertThat(List.<Object>copyOf(table.getItems()).equals(rising.reversed())).isTrue();
    ChoiceBox<?> choice = robot.lookup("#library-sort").queryAs(ChoiceBox.class);
    assertThat(choice.getValue()).hasToString("NAME");
    robot.interact(() -> sort(table, "library-column-size", SortType.DESCENDING));
    assertThat(workspace.state.arrangement().librarySort()).contains("SIZE TABLE");
  }

  @Test
  void theWidthsOfTheColumnsAreRemembered(FxRobot robot) {
    expectModels(robot, "30 models");
    robot.clickOn("#library-look-table");
    TableView<?> table = robot.lookup("#library-table").queryTableView();
    robot.interact(() -> kindColumn(table).setPrefWidth(211));
    Arrangement left = workspace.state.arrangement();
    robot.interact(() -> kindColumn(table).setPrefWidth(90));

    robot.interact(() -> workspace.state.arrange(left));

    assertThat(kindColumn(table).getPrefWidth()).isEqualTo(211);
  }

  private static TableColumn<?, ?> kindColumn(TableView<?> table) {
    return table.getColumns().stream()
        .filter(column -> column.getId().equals("library-column-kind"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aDoubleClickOnACardOpensIt(FxRobot robot) {
    addFolder(robot);
    robot.clickOn("#library-search").write("tiny");
    expectModels(robot, "1 of 31 models");

    robot.doubleClickOn(".model-card");

    expectDocument(robot, "tiny.safetensors");
  }

  @Test
  void withoutAFileManagerThePathIsInTheClipboard(FxRobot robot) {
    hasFileManager = false;
    Path file = folder.resolve("loras/tiny.safetensors");
    open(robot, file);

    robot.interact(
        () ->
            robot
                .lookup("#menu-bar")
                .queryAs(MenuBar.class)
                .getMenus()
                .getFirst()
                .getItems()
                .stream()
                .filter(item -> "menu-reveal".equals(item.getId()))
                .findFirst()
                .orElseThrow()
                .fire());

    TestWindow.waitUntil(
        "the failure is reported",
        () ->
            text(robot, "status-notice")
                .equals("There is none. The path is in the clipboard: " + file));
    robot.interact(
        () -> assertThat(Clipboard.getSystemClipboard().getString()).isEqualTo(file.toString()));
  }

  @Test
  void changedFileIsReportedAndReloaded(FxRobot robot) throws IOException {
    Path file = folder.resolve("loras/tiny.safetensors");
    open(robot, file);
    assertThat(robot.lookup("#reload-bar").query().isVisible()).isFalse();
    Path other = new TensorFiles().floats("b.weight", 1).floats("c", 2).write(folder.resolve("o"));
    Files.move(other, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);

    TestWindow.waitUntil(
        "the change is reported",
        () ->
            text(robot, "reload-sentence")
                .equals("tiny.safetensors was replaced by another file."));
    robot.clickOn("#reload-reload");

    TestWindow.waitUntil(
        "the new file is shown", () -> text(robot, "tree-count").equals("2 tensors"));
    TestWindow.assertEventually(
        () -> assertThat(robot.lookup("#reload-bar").query().isVisible()).isFalse());
  }

  @Test
  void changesAreReportedAfterTwoConcurrentReloads(FxRobot robot) throws IOException {
    Path file = folder.resolve("loras/tiny.safetensors");
    open(robot, file);
    robot.interact(
        () -> {
          workspace.context.commands().run(Command.RELOAD);
          workspace.context.commands().run(Command.RELOAD);
        });
    TestWindow.waitUntil("it is read again", () -> workspace.context.jobs().running().isEmpty());
    Files.write(file, new byte[4], StandardOpenOption.APPEND);

    TestWindow.assertEventually(
        () -> assertThat(robot.lookup("#reload-bar").query().isVisible()).isTrue());
  }

  @Test
  void aChangeCanBeIgnored(FxRobot robot) throws IOException {
    Path file = folder.resolve("loras/tiny.safetensors");
    open(robot, file);
    Files.write(file, new byte[4], StandardOpenOption.APPEND);
    Node bar = robot.lookup("#reload-bar").query();
    TestWindow.waitUntil("the change is reported", bar::isVisible);

    robot.clickOn("#reload-ignore");

    assertThat(bar.isVisible()).isFalse();
    assertThat(text(robot, "tree-count")).isEqualTo("1 tensor");
  }

  @Test
  void whatFailedIsTriedAgainOnceItIsThere(FxRobot robot) throws IOException {
    Path late = folder.resolve("late.safetensors");
    robot.interact(() -> workspace.opener.open(late));
    TestWindow.waitUntil(
        "the failure is reported",
        () ->
            workspace.context.selection().documentProperty().get() instanceof DocumentState.Failed);
    new TensorFiles().floats("a", 1).write(late);

    robot.push(KeyCode.F5);

    expectDocument(robot, "late.safetensors");
  }
}
