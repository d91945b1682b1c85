package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.selection.Selection.Caret;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.storage.Settings.Switch;
import io.github.tensorloupe.desktop.storage.Theme;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.testing.DemoSamples;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableView;
import javafx.scene.control.TreeTableView;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Typical use of the whole window, wired as in the program.
@ExtendWith(StageExtension.class)
class JourneyTest {

  @TempDir static Path folder;

  private final ChosenSettings settings =
      ChosenSettings.inMemory(Settings.DEFAULT.with(Switch.SCAN_AUTOMATICALLY, false));
  private final ScriptedDialogs dialogs = new ScriptedDialogs();
  private Workspace workspace;

  @BeforeAll
  static void writeSamples() throws IOException {
    DemoSamples.write(folder.resolve("samples"));
  }

  @Start
  void show(Stage stage) {
    workspace =
        new Workspace(new TestEnvironment(folder).dialogs(dialogs).settings(settings).build());
    TestWindow.show(stage, workspace.view, 1000, 900);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private static Path sample(String name) {
    return folder.resolve("samples").resolve(name);
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup("#" + id).tryQueryAs(Labeled.class).map(Labeled::getText).orElse("");
  }

  private void open(FxRobot robot, Path path) {
    dialogs.file = Optional.of(path);
    robot.push(KeyCode.CONTROL, KeyCode.O);
    TestWindow.waitUntil(
        path + " is open",
        () ->
            text(robot, "document-name").equals(path.getFileName().toString())
                && workspace.context.selection().openDocument().isPresent());
  }

  @Test
  void openedFileIsFilteredAndItsNumbersAndBytesAreShown(FxRobot robot) {
    open(robot, sample("nan-and-inf.safetensors"));
    assertThat(text(robot, "overview-loads")).isEqualTo("Loads");

    robot.clickOn("#tree-filter").write("encoder.0");
    TestWindow.waitUntil(
        "the filter has found", () -> text(robot, "tree-count").startsWith("2 of "));
    robot.clickOn("weight");

    TestWindow.waitUntil(
        "the values are counted", () -> text(robot, "histogram-nan").contains("5"));
    assertThat(text(robot, "histogram-name")).isEqualTo("encoder.0.weight");
    Caret caret = workspace.context.selection().caretProperty().get().orElseThrow();
    long tensorBegin =
        workspace
            .context
            .selection()
            .tensorProperty()
            .get()
            .orElseThrow()
            .data()
            .orElseThrow()
            .range()
            .begin();
    assertThat(caret.byteOffset()).isEqualTo(tensorBegin);
    assertThat(robot.lookup("#hex-canvas").query().getAccessibleText())
        .contains(Long.toHexString(tensorBegin / 16 * 16).toUpperCase());
  }

  @Test
  void aBrokenFileOpensAndItsFindingLeadsToTheBytes(FxRobot robot) {
    open(robot, sample("truncated.safetensors"));
    assertThat(text(robot, "verdict")).isEqualTo("Does not load");

    robot.clickOn("#tab-problems");
    TestWindow.waitUntil(
        "the finding is shown", () -> robot.lookup("truncated").tryQuery().isPresent());
    robot.clickOn("truncated");

    TestWindow.assertEventually(
        () ->
            assertThat(
                    workspace.context.selection().caretProperty().get().orElseThrow().byteOffset())
                .isGreaterThan(0));
  }

  @Test
  void aSetOpensByItsFolder(FxRobot robot) {
    dialogs.folder = Optional.of(sample("healthy-sharded"));
    robot.clickOn("#text-open-folder");

    TestWindow.waitUntil("the set is open", () -> text(robot, "tree-count").equals("111 tensors"));
    assertThat(text(robot, "overview-loads")).isEqualTo("Loads");
    assertThat(text(robot, "document-name")).isEqualTo("healthy-sharded");
  }

  @Test
  void missingFileIsReported(FxRobot robot) {
    dialogs.file = Optional.of(folder.resolve("nothing-here.safetensors"));
    robot.push(KeyCode.CONTROL, KeyCode.O);

    TestWindow.assertEventually(
        () -> assertThat(text(robot, "start-sentence")).endsWith("does not exist."));
  }

  @Test
  void theDemoOpensWithoutAnyFile(FxRobot robot) {
    TestWindow.waitUntil(
        "the samples are offered",
        () -> robot.lookup("#library-demo-healthy").tryQuery().isPresent());
    robot.clickOn("#library-demo-healthy");

    TestWindow.assertEventually(
        () -> assertThat(text(robot, "tree-count")).isEqualTo("111 tensors"));
  }

  @Test
  void dialogStartsInTheFolderOfTheOpenFile(FxRobot robot) {
    open(robot, sample("rich-metadata.safetensors"));
    robot.push(KeyCode.CONTROL, KeyCode.O);

    assertThat(dialogs.start).contains(folder.resolve("samples").toAbsolutePath());
  }

  @Test
  void cancelledDialogChangesNothing(FxRobot robot) {
    open(robot, sample("rich-metadata.safetensors"));
    dialogs.file = Optional.empty();

    robot.push(KeyCode.CONTROL, KeyCode.O);
    Pulses.settle();

    assertThat(text(robot, "document-name")).isEqualTo("rich-metadata.safetensors");
  }

  @Test
  void keysTurnToPanesAndTheFilterField(FxRobot robot) {
    open(robot, sample("rich-metadata.safetensors"));

    robot.push(KeyCode.CONTROL, KeyCode.DIGIT2);
    TestWindow.waitUntil(
        "the metadata are shown", () -> robot.lookup("#metadata-table").query().isVisible());
    robot.push(KeyCode.CONTROL, KeyCode.F);

    assertThat(robot.lookup("#tree-filter").query().isFocused()).isTrue();
  }

  @Test
  void goToOffsetKeysWorkWithAnyFocus(FxRobot robot) {
    open(robot, sample("rich-metadata.safetensors"));
    robot.clickOn("#tree-filter");

    robot.push(KeyCode.CONTROL, KeyCode.G).write("0x10").push(KeyCode.ENTER);

    assertThat(workspace.context.selection().caretProperty().get().orElseThrow().byteOffset())
        .isEqualTo(16);
    assertThat(robot.lookup("#hex-canvas").query().isFocused()).isTrue();
  }

  @Test
  void valuesAreCountedOnlyWhileTheHistogramIsShown(FxRobot robot) {
    open(robot, sample("nan-and-inf.safetensors"));
    robot.push(KeyCode.CONTROL, KeyCode.DIGIT2);
    robot.interact(() -> assertThat(workspace.selectTensor("encoder.0.weight")).isTrue());
    assertThat(robot.lookup("#histogram-nan").tryQuery()).isEmpty();

    robot.push(KeyCode.CONTROL, KeyCode.DIGIT5);

    TestWindow.assertEventually(() -> assertThat(text(robot, "histogram-nan")).contains("5"));
  }

  @Test
  void aLargeTensorOfTheOverviewLeadsToItsNumbers(FxRobot robot) {
    open(robot, sample("nan-and-inf.safetensors"));
    TestWindow.waitUntil(
        "the overview is there", () -> robot.lookup("#overview-tensor-0").tryQuery().isPresent());

    robot.interact(() -> robot.lookup("#overview-tensor-0").query().requestFocus());
    robot.push(KeyCode.SPACE);

    TestWindow.waitUntil(
        "the values are counted", () -> text(robot, "histogram-name").equals("encoder.0.weight"));
    assertThat(workspace.context.selection().tensorProperty().get().orElseThrow().info().name())
        .isEqualTo("encoder.0.weight");
  }

  @Test
  void aFindingOfTheHeaderLeadsToItsBytesAndMarksNoTensor(FxRobot robot) {
    open(robot, sample("truncated.safetensors"));
    robot.interact(() -> workspace.selectTensor("decoder.blocks.0.conv.bias"));
    TableView<?> tree = robot.lookup("#tensor-tree").queryTableView();
    assertThat(tree.getSelectionModel().isEmpty()).isFalse();

    robot.push(KeyCode.CONTROL, KeyCode.G).write("3").push(KeyCode.ENTER);

    assertThat(text(robot, "hex-region")).isEqualTo("Header length");
    assertThat(tree.getSelectionModel().isEmpty()).isTrue();
  }

  @Test
  void jsonInTheMetadataIsReadAsATree(FxRobot robot) {
    open(robot, sample("rich-metadata.safetensors"));
    robot.push(KeyCode.CONTROL, KeyCode.DIGIT2);
    robot.clickOn("#metadata-find").write("ss_bucket_info");
    TestWindow.waitUntil(
        "the entry is shown", () -> text(robot, "metadata-detail-key").equals("ss_bucket_info"));

    robot.clickOn("#metadata-as-tree");
    TreeTableView<?> tree = robot.lookup("#metadata-json").queryAs(TreeTableView.class);
    assertThat(tree.getParent().isVisible()).isTrue();
    assertThat(tree.getExpandedItemCount()).isGreaterThan(1);
    robot.clickOn("#metadata-as-text");
    assertThat(robot.lookup("#metadata-text").queryTextInputControl().getText()).startsWith("{");
  }

  @Test
  void truncationOfAnOpenFileIsReported(FxRobot robot) throws IOException {
    Path file = folder.resolve("cut.safetensors");
    Files.copy(sample("nan-and-inf.safetensors"), file, StandardCopyOption.REPLACE_EXISTING);
    open(robot, file);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(3000);
    }

    robot.interact(() -> workspace.selectTensor("encoder.4.weight"));

    TestWindow.waitUntil(
        "the histogram reports it", () -> robot.lookup("#histogram-retry").tryQuery().isPresent());
    TestWindow.waitUntil("the hex pane reports it", () -> !text(robot, "hex-status").isEmpty());
    assertThat(text(robot, "hex-status")).contains("cut.safetensors");
  }

  @Test
  void aThemeIsChosenFromTheMenu(FxRobot robot) {
    robot.clickOn("#menu-view").moveTo("Theme").clickOn("Dark theme");

    TestWindow.assertEventually(
        () -> assertThat(settings.get().appearance().theme()).isEqualTo(Theme.DARK));
  }

  @Test
  void openingAnotherFileShowsOnlyThat(FxRobot robot) {
    open(robot, sample("truncated.safetensors"));
    open(robot, sample("rich-metadata.safetensors"));

    assertThat(text(robot, "overview-loads")).isEqualTo("Loads");
    assertThat(text(robot, "tree-count")).isEqualTo("84 tensors");
  }
}
