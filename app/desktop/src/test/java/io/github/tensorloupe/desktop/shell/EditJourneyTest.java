package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.metadata.MetadataPane;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.edit.Preset;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.testing.Intercepted;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.control.MenuButton;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Uses the metadata pane in the whole window, with the keyboard alone if possible.
@ExtendWith(StageExtension.class)
class EditJourneyTest {

  @TempDir Path folder;

  private final CountDownLatch disk = new CountDownLatch(1);
  private volatile boolean diskIsSlow;
  private Workspace workspace;
  private Path file;

  @BeforeEach
  void writeSample() throws IOException {
    file =
        new TensorFiles()
            .floats("a.weight", 1, 2, 3)
            .metadata("format", "pt")
            .metadata("title", "old title")
            .metadata("ss_seed", "42")
            .write(folder.resolve("model.safetensors"));
  }

  @Start
  void show(Stage stage) {
    workspace = new Workspace(new TestEnvironment(folder).disk(disk()).build());
    TestWindow.show(stage, workspace.view, 1000, 800);
  }

  @AfterEach
  void close(FxRobot robot) {
    disk.countDown();
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  /// Returns file operations that create no file until the test allows it.
  private FileOperations disk() {
    return Intercepted.calls(
        FileOperations.class,
        FileOperations.ofThisComputer(),
        (name, _, call) -> {
          if (diskIsSlow && name.equals("create")) {
            disk.await();
          }
          return call.run();
        });
  }

  private static boolean isShown(FxRobot robot, String id) {
    return robot.lookup("#" + id).tryQuery().filter(Node::isVisible).isPresent();
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup("#" + id).tryQueryAs(Labeled.class).map(Labeled::getText).orElse("");
  }

  private String focused() {
    Node owner = workspace.view.getScene().getFocusOwner();
    return owner == null ? "nothing" : String.valueOf(owner.getId());
  }

  private void openMetadata(FxRobot robot, Path path) {
    robot.interact(() -> workspace.opener.open(path));
    TestWindow.waitUntil(
        path + " is open",
        () -> workspace.context.selection().documentProperty().get() instanceof DocumentState.Open);
    robot.interact(() -> workspace.view.panes.show(MetadataPane.DESCRIPTOR));
    TestWindow.waitUntil(
        "the entries are shown", () -> text(robot, "metadata-detail-key").equals("format"));
  }

  private void select(FxRobot robot, int index, String key) {
    robot.interact(
        () -> {
          TableView<?> table = robot.lookup("#metadata-table").queryTableView();
          table.requestFocus();
          table.getSelectionModel().clearAndSelect(index);
        });
    TestWindow.waitUntil(
        "the entry is shown", () -> text(robot, "metadata-detail-key").equals(key));
  }

  /// Starts to edit the value of the selected entry and replaces its text.
  private static void typeValue(FxRobot robot, String value) {
    robot.push(KeyCode.ENTER);
    robot.interact(
        () -> robot.lookup("#metadata-cell-field").queryAs(TextField.class).setText(value));
  }

  private static Map<String, String> onDisk(Path path) throws IOException {
    try (TensorFile open = TensorFile.open(path)) {
      return open.header().metadata().orElse(Metadata.EMPTY).entries();
    }
  }

  private void review(FxRobot robot) {
    robot.push(KeyCode.CONTROL, KeyCode.S);
    TestWindow.waitUntil("the plan is shown", () -> isShown(robot, "save-plan-how"));
  }

  private void awaitSaved(FxRobot robot) {
    TestWindow.waitUntil("it is saved", () -> text(robot, "status-notice").contains("is saved"));
    TestWindow.waitUntil(
        "the file is read again", () -> workspace.context.jobs().running().isEmpty());
  }

  @Test
  void whatIsBeingTypedIsSavedAndTheEntryStaysSelected(FxRobot robot) throws IOException {
    openMetadata(robot, file);
    select(robot, 2, "ss_seed");
    typeValue(robot, "43");

    review(robot);
    robot.push(KeyCode.ENTER);
    awaitSaved(robot);

    assertThat(onDisk(file)).containsEntry("ss_seed", "43");
    TestWindow.waitUntil(
        "the same entry is shown", () -> text(robot, "metadata-detail-key").equals("ss_seed"));
    assertThat(focused()).isEqualTo("metadata-table");
  }

  @Test
  void aSaveKeepsWhatWasSoughtFor(FxRobot robot) {
    openMetadata(robot, file);
    select(robot, 1, "title");
    typeValue(robot, "new title");
    robot.push(KeyCode.ENTER);
    robot.interact(() -> robot.lookup("#metadata-find").queryTextInputControl().setText("title"));
    TestWindow.waitUntil(
        "it is found", () -> text(robot, "metadata-count").equals("1 of 3 entries"));

    review(robot);
    robot.push(KeyCode.ENTER);
    awaitSaved(robot);

    TestWindow.waitUntil(
        "it is found again", () -> text(robot, "metadata-count").equals("1 of 3 entries"));
    assertThat(robot.lookup("#metadata-find").queryTextInputControl().getText()).isEqualTo("title");
  }

  @Test
  void whoPressesEnterTwiceDoesNotStopTheSave(FxRobot robot) throws IOException {
    openMetadata(robot, file);
    select(robot, 1, "title");
    typeValue(robot, "new title");
    diskIsSlow = true;

    review(robot);
    robot.push(KeyCode.ENTER);
    TestWindow.waitUntil("it is being saved", () -> isShown(robot, "save-progress"));
    robot.push(KeyCode.ENTER);
    assertThat(robot.lookup("#save-stop").query().isDisabled()).isFalse();
    disk.countDown();
    awaitSaved(robot);

    assertThat(onDisk(file)).containsEntry("title", "new title");
  }

  @Test
  void aSaveThatIsStoppedLeavesTheFileAndKeepsTheEdits(FxRobot robot) throws IOException {
    byte[] before = Files.readAllBytes(file);
    openMetadata(robot, file);
    select(robot, 1, "title");
    typeValue(robot, "new title");
    diskIsSlow = true;

    review(robot);
    robot.push(KeyCode.ENTER);
    TestWindow.waitUntil("it is being saved", () -> isShown(robot, "save-progress"));
    robot.push(KeyCode.TAB);
    robot.push(KeyCode.ENTER);
    assertThat(robot.lookup("#save-stop").query().isDisabled()).isTrue();
    disk.countDown();
    TestWindow.waitUntil("it has stopped", () -> text(robot, "save-title").equals("Not saved"));
    robot.push(KeyCode.ESCAPE);

    assertThat(Files.readAllBytes(file)).isEqualTo(before);
    assertThat(isShown(robot, "edited-mark")).isTrue();
  }

  @Test
  void closingTheWindowAsksAboutUnfinishedInput(FxRobot robot) {
    boolean[] isClosed = new boolean[1];
    openMetadata(robot, file);
    select(robot, 1, "title");
    typeValue(robot, "new title");

    robot.interact(
        () -> {
          assertThat(workspace.isSettled()).isFalse();
          workspace.whenSettled(() -> isClosed[0] = true);
        });
    assertThat(isShown(robot, "unsaved")).isTrue();
    robot.push(KeyCode.ESCAPE);
    assertThat(isClosed[0]).isFalse();
    assertThat(isShown(robot, "edited-mark")).isTrue();

    robot.interact(() -> workspace.whenSettled(() -> isClosed[0] = true));
    robot.clickOn("#unsaved-discard");
    assertThat(isClosed[0]).isTrue();
  }

  @Test
  void whatAPresetWouldChangeIsAppliedWithTheKeys(FxRobot robot) {
    openMetadata(robot, file);
    robot.interact(
        () -> {
          MenuButton presets = robot.lookup("#metadata-presets").queryAs(MenuButton.class);
          presets.requestFocus();
          presets.getItems().get(1).fire();
        });
    TestWindow.waitUntil("it is proposed", () -> isShown(robot, "metadata-proposal"));
    assertThat(focused()).isEqualTo("metadata-proposal-apply");

    robot.push(KeyCode.SPACE);

    assertThat(isShown(robot, "metadata-proposal")).isFalse();
    assertThat(isShown(robot, "edited-mark")).isTrue();
    assertThat(focused()).isEqualTo("metadata-table");
  }

  @Test
  void duplicateKeyIsReportedOnce(FxRobot robot) {
    openMetadata(robot, file);
    select(robot, 1, "title");
    robot.push(KeyCode.F2);
    robot.interact(
        () -> robot.lookup("#metadata-cell-field").queryAs(TextField.class).setText("format"));

    robot.push(KeyCode.CONTROL, KeyCode.S);
    TestWindow.waitUntil(
        "it is reported", () -> !robot.lookup("#save-changes .notice-danger").queryAll().isEmpty());

    assertThat(robot.lookup("#save-changes .notice-danger").queryAll()).hasSize(1);
  }

  private Path writeSet() throws IOException {
    for (int i = 1; i <= 2; i++) {
      new TensorFiles()
          .floats("t" + i, i)
          .metadata("format", "pt")
          .metadata("shard", "" + i)
          .write(folder.resolve("m-0000%d-of-00002.safetensors".formatted(i)));
    }
    return SampleBytes.write(
        folder.resolve("m.safetensors.index.json"),
        SampleBytes.index(
            "t1", "m-00001-of-00002.safetensors", "t2", "m-00002-of-00002.safetensors"));
  }

  @Test
  void shardsThatDifferAreAllChangedInOneGo(FxRobot robot) throws IOException {
    Path index = writeSet();
    openMetadata(robot, index);

    robot.clickOn("#metadata-edit-all-files");
    robot.clickOn("#batch-typed").write("author=me");
    robot.clickOn("#batch-try");
    TestWindow.waitUntil(
        "it is tried", () -> text(robot, "batch-summary").startsWith("Would save: 2."));
    robot.clickOn("#batch-save");
    TestWindow.waitUntil("it is saved", () -> text(robot, "batch-summary").startsWith("Saved: 2."));

    for (int i = 1; i <= 2; i++) {
      assertThat(onDisk(folder.resolve("m-0000%d-of-00002.safetensors".formatted(i))))
          .containsEntry("shard", "" + i)
          .containsEntry("author", "me");
    }
  }

  @Test
  void hashesAreRecomputedForEachFile(FxRobot robot) throws IOException {
    Path models = Files.createDirectories(folder.resolve("models"));
    for (int i = 1; i <= 2; i++) {
      new TensorFiles()
          .floats("t" + i, i)
          .metadata("format", "pt")
          .write(models.resolve("m-0000%d-of-00002.safetensors".formatted(i)));
    }
    openMetadata(robot, models);

    robot.interact(
        () ->
            robot
                .lookup("#metadata-presets")
                .queryAs(MenuButton.class)
                .getItems()
                .get(Preset.RECOMPUTE_HASHES.ordinal())
                .fire());
    robot.clickOn("#batch-try");

    TestWindow.assertEventually(
        () -> assertThat(text(robot, "batch-summary")).startsWith("Would save: 2."));
  }

  private static double bottom(Node node) {
    return node.localToScene(node.getBoundsInLocal()).getMaxY();
  }

  @Test
  void metadataAndBytesKeepTheirSharesOfAnotherHeight(FxRobot robot) {
    openMetadata(robot, file);
    Node pane = robot.lookup("#metadata-view").query();
    double before = bottom(pane);

    robot.interact(() -> workspace.view.getScene().getWindow().setHeight(480));
    TestWindow.waitUntil("it is lower", () -> bottom(pane) < 440);
    robot.interact(() -> workspace.view.getScene().getWindow().setHeight(800));
    TestWindow.assertEventually(() -> assertThat(Math.abs(bottom(pane) - before)).isLessThan(3));
  }

  @Test
  void theValueOfTheSelectedEntryIsInSight(FxRobot robot) {
    openMetadata(robot, file);

    Node area = robot.lookup("#metadata-text").query();
    Node pane = robot.lookup("#metadata-view").query();

    TestWindow.assertEventually(
        () ->
            assertThat(area.localToScene(area.getBoundsInLocal()).getMinY() + 60)
                .isLessThan(bottom(pane)));
  }

  @Test
  void keyOfTheFirstEntryIsTypedAtOnce(FxRobot robot) throws IOException {
    Path bare = new TensorFiles().floats("a.weight", 1).write(folder.resolve("bare.safetensors"));
    robot.interact(() -> workspace.opener.open(bare));
    TestWindow.waitUntil(
        "it is open", () -> workspace.context.selection().openDocument().isPresent());
    robot.interact(() -> workspace.view.panes.show(MetadataPane.DESCRIPTOR));
    TestWindow.waitUntil("no entries", () -> isShown(robot, "metadata-add-first"));

    robot.clickOn("#metadata-add-first");
    TestWindow.waitUntil("it is added", () -> isShown(robot, "metadata-cell-field"));
    Pulses.settle();

    assertThat(focused()).isEqualTo("metadata-cell-field");
  }
}
