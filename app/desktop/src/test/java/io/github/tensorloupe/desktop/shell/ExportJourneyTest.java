package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.export.ExportFormat;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Labeled;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Exports tensors to files of other formats, in the whole window.
@ExtendWith(StageExtension.class)
class ExportJourneyTest {

  @TempDir private Path folder;

  private final ScriptedDialogs dialogs = new ScriptedDialogs();
  private Workspace workspace;

  @Start
  void show(Stage stage) {
    workspace = new Workspace(new TestEnvironment(folder).dialogs(dialogs).build());
    TestWindow.show(stage, workspace.view, 1000, 900);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private Path sample() throws IOException {
    return new TensorFiles()
        .tensor("a.weight", Dtype.BF16, new byte[12], 2, 3)
        .floats("a.bias", 1, 2)
        .floats("b.bias", 3)
        .metadata("k", "v")
        .write(folder.resolve("model.safetensors"));
  }

  private void open(FxRobot robot, Path path) {
    robot.interact(() -> workspace.opener.open(path));
    TestWindow.waitUntil(
        path + " is open",
        () ->
            workspace.context.selection().documentProperty().get()
                    instanceof DocumentState.Open(FileDocument open)
                && open.checkpoint().path().equals(path));
  }

  private void select(FxRobot robot, String name) {
    robot.interact(() -> assertThat(workspace.selectTensor(name)).isTrue());
  }

  /// Rows may be recreated at any time, for example when a scan finds something. Their positions
  /// stay the same.
  private static void rightClickRow(FxRobot robot, String label) {
    AtomicReference<Optional<Bounds>> row = new AtomicReference<>(Optional.empty());
    TestWindow.waitUntil(
        "the row of " + label + " is shown",
        () -> {
          robot.interact(
              () ->
                  row.set(
                      robot.lookup(label).queryAll().stream()
                          .filter(node -> node.getScene() != null && node.isVisible())
                          .findFirst()
                          .map(node -> node.localToScreen(node.getBoundsInLocal()))));
          return row.get().isPresent();
        });
    robot.rightClickOn(row.get().orElseThrow());
  }

  private static boolean isShown(FxRobot robot, String id) {
    return robot.lookup("#" + id).tryQuery().filter(Node::isVisible).isPresent();
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup("#" + id).tryQueryAs(Labeled.class).map(Labeled::getText).orElse("");
  }

  private static String notice(FxRobot robot) {
    return robot.lookup("#export-notice .label").queryAll().stream()
        .map(node -> ((Labeled) node).getText())
        .findFirst()
        .orElse("");
  }

  private static void choose(FxRobot robot, ExportFormat format) {
    ComboBox<ExportFormat> box = robot.lookup("#export-format").queryComboBox();
    robot.interact(() -> box.setValue(format));
  }

  private static void awaitNotice(FxRobot robot, String part) {
    TestWindow.waitUntil(
        "the status bar shows " + part, () -> text(robot, "status-notice").contains(part));
  }

  @Test
  void selectedTensorIsExportedByKeyboardAndReported(FxRobot robot) throws IOException {
    open(robot, sample());
    select(robot, "a.weight");
    Path out = folder.resolve("w.npy");
    dialogs.target = Optional.of(out);

    robot.push(KeyCode.CONTROL, KeyCode.E);
    assertThat(text(robot, "export-subtitle")).isEqualTo("a.weight");
    assertThat(text(robot, "export-facts")).isEqualTo("BF16 · 2 × 3 · 12 bytes");
    assertThat(text(robot, "export-exactness")).contains("BF16").contains("F32").contains("exact");
    robot.push(KeyCode.ENTER);
    awaitNotice(robot, "w.npy");

    assertThat(out).hasSize(128 + 24);
    assertThat(isShown(robot, "export")).isFalse();
  }

  @Test
  void exportOptionsDependOnTheFormat(FxRobot robot) throws IOException {
    open(robot, sample());
    select(robot, "a.weight");
    robot.push(KeyCode.CONTROL, KeyCode.E);

    assertThat(isShown(robot, "export-as-bits")).isTrue();
    robot.clickOn("#export-as-bits");
    assertThat(text(robot, "export-exactness")).contains("bits");
    choose(robot, ExportFormat.SAFETENSORS);
    assertThat(isShown(robot, "export-as-bits")).isFalse();
    assertThat(isShown(robot, "export-metadata")).isTrue();
    choose(robot, ExportFormat.PNG);
    assertThat(isShown(robot, "export-metadata")).isFalse();
    assertThat(text(robot, "export-exactness")).contains("cannot be read back");
    robot.push(KeyCode.ESCAPE);
    assertThat(isShown(robot, "export")).isFalse();
  }

  @Test
  void filteredTensorsAreExportedToANewFile(FxRobot robot) throws IOException {
    open(robot, sample());
    Path out = folder.resolve("biases.safetensors");
    dialogs.target = Optional.of(out);
    robot.interact(() -> robot.lookup("#tree-filter").queryAs(TextField.class).setText("bias"));
    TestWindow.waitUntil(
        "it is filtered", () -> text(robot, "tree-count").equals("2 of 3 tensors"));

    rightClickRow(robot, "b.bias");
    robot.clickOn("#tree-export-shown");
    assertThat(text(robot, "export-subtitle")).isEqualTo("2 tensors");
    assertThat(text(robot, "export-facts")).isEqualTo("F32 (2) · 12 bytes");
    robot.clickOn("#export-write");
    awaitNotice(robot, "biases.safetensors");

    try (TensorFile written = TensorFile.open(out)) {
      assertThat(written.isRefused()).isFalse();
      assertThat(written.header().tensors()).extracting("name").containsExactly("a.bias", "b.bias");
      assertThat(written.header().metadata().orElseThrow().entries()).containsEntry("k", "v");
    }
  }

  @Test
  void groupIsExportedToAFolderAndExistingFilesAreReported(FxRobot robot) throws IOException {
    open(robot, sample());
    Path out = Files.createDirectory(folder.resolve("out"));
    Files.writeString(out.resolve("a.bias.bin"), "old");
    dialogs.folderOfExports = Optional.of(out);

    rightClickRow(robot, "a");
    robot.clickOn("#tree-export");
    choose(robot, ExportFormat.RAW);
    robot.clickOn("#export-write");
    TestWindow.waitUntil("the panel reports it", () -> notice(robot).contains("1 of 2"));
    assertThat(notice(robot)).contains("a.bias.bin already exists");
    assertThat(out.resolve("a.bias.bin")).hasContent("old");
    assertThat(out.resolve("a.weight.bin")).hasSize(12);

    robot.clickOn("#export-replace");
    assertThat(notice(robot)).isEmpty();
    robot.clickOn("#export-write");
    awaitNotice(robot, "2 files");
    assertThat(out.resolve("a.bias.bin")).hasSize(8);
  }

  @Test
  void openFileIsNeverWrittenTo(FxRobot robot) throws IOException {
    Path file = sample();
    byte[] before = Files.readAllBytes(file);
    open(robot, file);
    select(robot, "a.bias");
    dialogs.target = Optional.of(file);

    robot.push(KeyCode.CONTROL, KeyCode.E);
    choose(robot, ExportFormat.SAFETENSORS);
    robot.clickOn("#export-write");
    TestWindow.waitUntil("the panel reports it", () -> notice(robot).contains("being read"));

    assertThat(isShown(robot, "export-write")).isTrue();
    assertThat(file).hasBinaryContent(before);
  }

  @Test
  void truncatedTensorIsReportedAndItsBytesCanBeExported(FxRobot robot) throws IOException {
    Path cut =
        SampleBytes.write(
            folder.resolve("cut.safetensors"),
            SampleBytes.file(SampleBytes.entry("t", "U8", "[10]", 0, 10), new byte[4]));
    open(robot, cut);
    select(robot, "t");
    Path out = folder.resolve("t.bin");
    dialogs.target = Optional.of(out);

    robot.push(KeyCode.CONTROL, KeyCode.E);
    assertThat(text(robot, "export-missing")).contains("cannot be exported");
    robot.clickOn("#export-write");
    TestWindow.waitUntil("the panel reports it", () -> notice(robot).contains("6 are missing"));
    assertThat(out).doesNotExist();

    choose(robot, ExportFormat.RAW);
    robot.clickOn("#export-partial");
    assertThat(text(robot, "export-missing")).contains("available bytes");
    robot.clickOn("#export-write");
    awaitNotice(robot, "t.bin");
    assertThat(out).hasSize(4);
  }
}
