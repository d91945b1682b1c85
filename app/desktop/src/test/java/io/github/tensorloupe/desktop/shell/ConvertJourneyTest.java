package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.HeldJobs;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.testing.Intercepted;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Labeled;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Converts checkpoints in the whole window.
@ExtendWith(StageExtension.class)
class ConvertJourneyTest {

  private static final String WRITING = "ConvertViewModel";

  @TempDir private Path folder;

  private final ScriptedDialogs dialogs = new ScriptedDialogs();
  private final HeldJobs jobs = new HeldJobs();
  private volatile long freeBytes = Long.MAX_VALUE;
  private Workspace workspace;

  @Start
  void show(Stage stage) {
    FileOperations disk =
        Intercepted.calls(
            FileOperations.class,
            FileOperations.ofThisComputer(),
            (name, _, call) ->
                name.equals("freeByteCount") ? Math.min(freeBytes, (Long) call.run()) : call.run());
    workspace =
        new Workspace(new TestEnvironment(folder).dialogs(dialogs).disk(disk).jobs(jobs).build());
    TestWindow.show(stage, workspace.view, 1200, 900);
  }

  @AfterEach
  void close(FxRobot robot) {
    jobs.release();
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  /// Writes an archive of NumPy arrays with one vector.
  private Path npz(String name, float... values) throws IOException {
    String header =
        "{'descr': '<f4', 'fortran_order': False, 'shape': (%d,), }".formatted(values.length);
    String padded = header + " ".repeat(63 - (10 + header.length()) % 64) + "\n";
    ByteBuffer array =
        ByteBuffer.allocate(10 + padded.length() + 4 * values.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0})
            .putShort((short) padded.length())
            .put(padded.getBytes(StandardCharsets.US_ASCII))
            .put(TensorFiles.f32(values));
    Path file = folder.resolve(name);
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry("weight.npy"));
      zip.write(array.array());
    }
    return file;
  }

  private Path shards() throws IOException {
    Path set = Files.createDirectory(folder.resolve("set"));
    String one = "m-00001-of-00002.safetensors";
    String two = "m-00002-of-00002.safetensors";
    new TensorFiles().floats("a", 1, 1.0001f).metadata("k", "v").write(set.resolve(one));
    new TensorFiles().floats("b", 1e-45f, 3).write(set.resolve(two));
    return Files.write(
        set.resolve("m.safetensors.index.json"), SampleBytes.index("a", one, "b", two));
  }

  private void open(FxRobot robot, Path path) {
    robot.interact(() -> workspace.opener.open(path));
    awaitOpen(path);
  }

  private void awaitOpen(Path path) {
    Selection selection = workspace.context.selection();
    TestWindow.waitUntil(
        path + " is open",
        () ->
            selection.openDocument().filter(it -> it.checkpoint().path().equals(path)).isPresent());
  }

  private void openPanel(FxRobot robot, Path path) {
    open(robot, path);
    robot.push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.C);
    TestWindow.waitUntil("the options are shown", () -> isShown(robot, "convert-dtype"));
  }

  private static boolean isShown(FxRobot robot, String id) {
    return robot.lookup("#" + id).tryQuery().filter(Node::isVisible).isPresent();
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup("#" + id).tryQueryAs(Labeled.class).map(Labeled::getText).orElse("");
  }

  private static String notice(FxRobot robot) {
    return robot.lookup("#convert .notice .label").queryAll().stream()
        .map(node -> ((Labeled) node).getText())
        .findFirst()
        .orElse("");
  }

  private static <T> void choose(FxRobot robot, String id, T value) {
    ComboBox<T> box = robot.lookup("#" + id).queryComboBox();
    robot.interact(() -> box.setValue(value));
  }

  private static void enter(FxRobot robot, String id, String text) {
    robot.interact(() -> robot.lookup("#" + id).queryAs(TextInputControl.class).setText(text));
  }

  private static String entered(FxRobot robot, String id) {
    return robot.lookup("#" + id).queryAs(TextInputControl.class).getText();
  }

  private static void review(FxRobot robot) {
    robot.clickOn("#convert-review");
    TestWindow.waitUntil("the plan is shown", () -> isShown(robot, "convert-write"));
  }

  private static void write(FxRobot robot) {
    robot.clickOn("#convert-write");
    TestWindow.waitUntil("it is written", () -> isShown(robot, "convert-open"));
  }

  private List<String> namesIn(Path parent) throws IOException {
    try (Stream<Path> files = Files.list(parent)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void metadataThatCannotBeEditedOffersTheConversion(FxRobot robot) throws IOException {
    open(robot, npz("a.npz", 1, 2));
    robot.interact(() -> workspace.context.commands().run(Command.SHOW_METADATA));
    TestWindow.waitUntil("the notice is shown", () -> isShown(robot, "metadata-read-only-action"));

    robot.clickOn("#metadata-read-only-action");

    TestWindow.waitUntil("the options are shown", () -> isShown(robot, "convert-dtype"));
  }

  @Test
  void savingAFileOfAnotherFormatOffersTheConversion(FxRobot robot) throws IOException {
    open(robot, npz("a.npz", 1, 2));
    Commands commands = workspace.context.commands();
    assertThat(commands.isPossible(Command.ALIGN_DATA)).isFalse();
    assertThat(commands.isPossible(Command.BEFORE_SHARING)).isFalse();

    robot.interact(() -> commands.run(Command.SAVE_AS));

    TestWindow.waitUntil("the options are shown", () -> isShown(robot, "convert-dtype"));
    assertThat(text(robot, "status-notice"))
        .isEqualTo(
            "a.npz is a NumPy .npz archive and cannot be saved: a conversion writes a new"
                + " safetensors file.");
  }

  @Test
  void numpyArchiveIsConvertedByKeyboardAndTheResultOpened(FxRobot robot) throws IOException {
    Path out = folder.resolve("model.safetensors");
    openPanel(robot, npz("model.npz", 1, 2, 3));
    assertThat(entered(robot, "convert-name")).isEqualTo("model.safetensors");

    robot.push(KeyCode.ENTER);
    TestWindow.waitUntil("the plan is shown", () -> isShown(robot, "convert-write"));
    assertThat(text(robot, "convert-files")).contains(out + ": 1 tensor, ");
    assertThat(out).doesNotExist();
    robot.push(KeyCode.ENTER);
    TestWindow.waitUntil("it is written", () -> isShown(robot, "convert-open"));
    assertThat(notice(robot)).contains("model.safetensors").contains("verified");
    robot.push(KeyCode.ENTER);
    awaitOpen(out);

    assertThat(isShown(robot, "convert")).isFalse();
    try (TensorFile written = TensorFile.open(out)) {
      assertThat(written.isRefused()).isFalse();
      assertThat(written.header().tensors().getFirst().name()).isEqualTo("weight");
      assertThat(written.data(written.header().tensors().getFirst()).orElseThrow().numbers())
          .containsExactly(1, 2, 3);
    }
  }

  @Test
  void shardsAreCastToOneFileByKeyboardWithCountsOfLosses(FxRobot robot) throws IOException {
    openPanel(robot, shards());
    robot.push(KeyCode.DOWN);
    Path out = folder.resolve("set/set-bf16.safetensors");
    assertThat(entered(robot, "convert-name")).isEqualTo("set-bf16.safetensors");
    robot.push(KeyCode.ENTER);
    TestWindow.waitUntil("the plan is shown", () -> isShown(robot, "convert-write"));
    assertThat(text(robot, "convert-remarks")).contains("2 tensors cast from F32 to BF16");
    robot.push(KeyCode.ENTER);
    TestWindow.waitUntil("it is written", () -> isShown(robot, "convert-open"));

    assertThat(text(robot, "convert-counts"))
        .contains("1 value became 0")
        .contains("1 value rounded")
        .contains("Largest rounding error: 0.0001");
    try (TensorFile written = TensorFile.open(out)) {
      assertThat(written.header().tensors()).extracting("dtype").containsOnly(Dtype.BF16);
      assertThat(written.header().tensors()).extracting("name").containsExactly("a", "b");
      assertThat(written.header().metadata().orElseThrow().entries()).containsEntry("k", "v");
    }
  }

  @Test
  void componentIsExtractedWithoutItsPrefixAndCompared(FxRobot robot) throws IOException {
    Path file =
        new TensorFiles()
            .floats("first_stage_model.decoder.weight", 1, 2)
            .floats("model.diffusion_model.weight", 3)
            .write(folder.resolve("sd.safetensors"));
    openPanel(robot, file);
    ComboBox<Optional<?>> part = robot.lookup("#convert-component").queryComboBox();
    assertThat(part.getItems()).hasSize(3);
    robot.push(KeyCode.SHIFT, KeyCode.TAB).push(KeyCode.DOWN).push(KeyCode.DOWN);
    assertThat(part.getSelectionModel().getSelectedIndex()).isEqualTo(2);
    review(robot);
    write(robot);

    try (TensorFile written = TensorFile.open(folder.resolve("sd-vae.safetensors"))) {
      assertThat(written.header().tensors()).extracting("name").containsExactly("decoder.weight");
    }
    robot.clickOn("#convert-compare");
    TestWindow.waitUntil(
        "both files are compared",
        () -> workspace.context.selection().openComparison().isPresent());
    assertThat(workspace.context.selection().openComparison().orElseThrow().sideB().path())
        .isEqualTo(folder.resolve("sd-vae.safetensors"));
  }

  @Test
  void existingFileIsReplacedOnlyAfterConfirmation(FxRobot robot) throws IOException {
    Path out = Files.writeString(folder.resolve("model.safetensors"), "old");
    openPanel(robot, npz("model.npz", 1));
    review(robot);

    assertThat(robot.lookup("#convert-write").queryButton().isDisabled()).isTrue();
    assertThat(notice(robot)).isEqualTo("Already exists: model.safetensors");
    assertThat(out).hasContent("old");
    robot.clickOn("#convert-replace");
    write(robot);
    assertThat(Files.size(out)).isGreaterThan(3);
  }

  @Test
  void openFileIsNotReplaced(FxRobot robot) throws IOException {
    Path file = new TensorFiles().floats("a", 1).write(folder.resolve("a.safetensors"));
    byte[] before = Files.readAllBytes(file);
    openPanel(robot, file);
    enter(robot, "convert-name", "a.safetensors");
    robot.clickOn("#convert-review");
    TestWindow.waitUntil("the panel reports it", () -> notice(robot).contains("is the source"));
    assertThat(isShown(robot, "convert-dtype")).isTrue();
    assertThat(file).hasBinaryContent(before);
  }

  @Test
  void fullDiskIsReportedAndTheOptionsStay(FxRobot robot) throws IOException {
    freeBytes = 10;
    openPanel(robot, npz("model.npz", 1, 2));
    choose(robot, "convert-dtype", Optional.of(Dtype.F16));
    robot.clickOn("#convert-review");
    TestWindow.waitUntil("the panel reports it", () -> notice(robot).contains("only 10"));
    assertThat(entered(robot, "convert-name")).isEqualTo("model-f16.safetensors");

    freeBytes = Long.MAX_VALUE;
    review(robot);
    robot.clickOn("#convert-back");
    assertThat(entered(robot, "convert-name")).isEqualTo("model-f16.safetensors");
    assertThat(namesIn(folder)).containsExactly("model.npz");
  }

  @Test
  void invalidPatternIsReported(FxRobot robot) throws IOException {
    openPanel(robot, npz("model.npz", 1));
    enter(robot, "convert-exclude", "re:(");
    robot.clickOn("#convert-review");
    TestWindow.waitUntil(
        "the panel reports it", () -> notice(robot).contains("re:( cannot be used"));
    enter(robot, "convert-exclude", "weight");
    robot.clickOn("#convert-review");
    TestWindow.waitUntil("nothing is left", () -> notice(robot).contains("No tensor is left"));
  }

  @Test
  void readableTensorsOfADamagedFileAreConverted(FxRobot robot) throws IOException {
    Path file =
        new TensorFiles()
            .floats("a", 1, 2)
            .floats("b", 3, 4)
            .write(folder.resolve("cut.safetensors"));
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length - 3));
    openPanel(robot, file);
    robot.clickOn("#convert-review");
    TestWindow.waitUntil("the panel reports it", () -> notice(robot).contains("damaged"));
    robot.clickOn("#convert-accept-refused");
    review(robot);
    assertThat(text(robot, "convert-remarks")).contains("1 tensor left out");
    write(robot);
    try (TensorFile written = TensorFile.open(folder.resolve("cut-converted.safetensors"))) {
      assertThat(written.header().tensors()).extracting("name").containsExactly("a");
    }
  }

  @Test
  void stoppedConversionLeavesNoFile(FxRobot robot) throws IOException {
    openPanel(robot, npz("model.npz", new float[4_000_000]));
    review(robot);
    jobs.holdInside(name -> name.contains(WRITING));
    robot.clickOn("#convert-write");
    TestWindow.waitUntil("a part is written", () -> jobs.heldCount() > 0);
    robot.clickOn("#convert-stop");
    jobs.release();
    TestWindow.waitUntil("it has stopped", () -> notice(robot).startsWith("Stopped."));

    assertThat(isShown(robot, "convert-write")).isTrue();
    assertThat(namesIn(folder)).containsExactly("model.npz");
  }

  @Test
  void planningCanBeStoppedAndTheOptionsStay(FxRobot robot) throws IOException {
    openPanel(robot, npz("model.npz", 1));
    enter(robot, "convert-name", "other.safetensors");
    jobs.hold(name -> name.contains(WRITING));
    robot.clickOn("#convert-review");
    TestWindow.waitUntil("it is planned", () -> isShown(robot, "convert-planning"));
    robot.clickOn("#convert-stop-planning");
    jobs.release();
    TestWindow.waitUntil("the options are back", () -> !isShown(robot, "convert-planning"));

    assertThat(entered(robot, "convert-name")).isEqualTo("other.safetensors");
    review(robot);
  }

  @Test
  void escapeClosesTheOptionsAndWritesNothing(FxRobot robot) throws IOException {
    openPanel(robot, npz("model.npz", 1));
    robot.push(KeyCode.ESCAPE);
    assertThat(isShown(robot, "convert")).isFalse();
    assertThat(namesIn(folder)).containsExactly("model.npz");
    robot.interact(
        () -> assertThat(workspace.context.commands().isEnabled(Command.CONVERT)).isTrue());
  }
}
