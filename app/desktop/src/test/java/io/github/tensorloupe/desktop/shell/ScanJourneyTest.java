package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.session.TableLayout;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.storage.KnownValues;
import io.github.tensorloupe.desktop.storage.ScanResultStore;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Finds faulty values in the whole window.
@ExtendWith(StageExtension.class)
class ScanJourneyTest {

  private static final int ELEMENTS = 5000;
  private static final int NAN_AT = 4321;
  private static final long LIMIT_BYTES = 1 << 20;

  @TempDir static Path folder;

  private final ScriptedDialogs dialogs = new ScriptedDialogs();
  private final ChosenSettings settings =
      ChosenSettings.inMemory(Settings.DEFAULT.withAutoScanLimitBytes(LIMIT_BYTES));
  private Optional<KnownValues> remembered = Optional.empty();
  private Workspace workspace;

  @BeforeAll
  static void writeSamples() throws IOException {
    TensorFiles file = new TensorFiles();
    for (int layer = 0; layer < 12; layer++) {
      file.tensor("layers." + layer + ".weight", Dtype.F32, floats(layer == 7), ELEMENTS);
    }
    file.write(folder.resolve("nan.safetensors"));
    Path large =
        new TensorFiles()
            .tensor("big", Dtype.U8, new byte[0], 0)
            .floats("small", 1, Float.NaN)
            .tensor("filler", Dtype.U8, new byte[(int) LIMIT_BYTES], LIMIT_BYTES)
            .write(folder.resolve("large.safetensors"));
    assertThat(large).exists();
    new TensorFiles()
        .floats("norm.weight", 1, 1, 1)
        .floats("norm.bias", 0, 0, 0)
        .floats("out.weight", 1, 2, 3)
        .write(folder.resolve("fresh.safetensors"));
  }

  private static byte[] floats(boolean withNan) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * ELEMENTS).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < ELEMENTS; i++) {
      bytes.putFloat(withNan && i == NAN_AT ? Float.NaN : 1 + i);
    }
    return bytes.array();
  }

  @Start
  void show(Stage stage) {
    workspace =
        new Workspace(
            new TestEnvironment(folder)
                .dialogs(dialogs)
                .memory(this::keyOf)
                .settings(settings)
                .build());
    TestWindow.show(stage, workspace.view, 1000, 900);
  }

  private ScanResultStore.ScanResultKey keyOf(Checkpoint checkpoint) {
    return new ScanResultStore.ScanResultKey() {
      @Override
      public KnownValues load() {
        return remembered.orElseGet(() -> new KnownValues(checkpoint.tensors().size()));
      }

      @Override
      public void store(KnownValues known) {
        remembered = Optional.of(known);
      }
    };
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private void open(FxRobot robot, String name) {
    dialogs.file = Optional.of(folder.resolve(name));
    robot.push(KeyCode.CONTROL, KeyCode.O);
    TestWindow.waitUntil(
        name + " is open",
        () ->
            robot
                .lookup("#document-name")
                .tryQueryAs(Label.class)
                .filter(label -> label.getText().equals(name))
                .isPresent());
  }

  private static String chip(FxRobot robot) {
    return robot.lookup("#scan-chip").queryAs(Labeled.class).getText();
  }

  private static void expectChip(FxRobot robot, String text) {
    TestWindow.assertEventually(() -> assertThat(chip(robot)).isEqualTo(text));
  }

  private static long healthCells(FxRobot robot, String text) {
    return robot.lookup(".health-cell").queryAllAs(TableCell.class).stream()
        .filter(cell -> text.equals(cell.getAccessibleText()))
        .count();
  }

  @Test
  void oneNanIsMarkedOnTensorAndGroupsAndLinked(FxRobot robot) {
    open(robot, "nan.safetensors");

    expectChip(robot, "Values: 1 of 12 tensors has NaN");
    assertThat(robot.lookup("#status-problems").queryLabeled().getText()).isEqualTo("1 error");
    assertThat(robot.lookup("#overview-values").queryLabeled().getText())
        .contains("1 tensor with NaN");
    TestWindow.waitUntil(
        "tensor and groups are marked",
        () -> healthCells(robot, "NaN: 1") == 1 && healthCells(robot, "Contains: NaN") == 1);

    assertThat(robot.lookup("#problems-count").queryLabeled().getText()).isEqualTo("1");
    robot.clickOn("#tab-problems");
    TestWindow.waitUntil("it is listed", () -> robot.lookup("nan").tryQuery().isPresent());
    robot.clickOn("nan");

    long fileLength =
        workspace.context.selection().caretProperty().get().orElseThrow().file().bytes().length();
    var tensor = workspace.context.selection().tensorProperty().get().orElseThrow();
    assertThat(tensor.info().name()).isEqualTo("layers.7.weight");
    assertThat(fileLength).isPositive();
    assertThat(workspace.context.selection().caretProperty().get().orElseThrow().byteOffset())
        .isEqualTo(tensor.data().orElseThrow().range().begin() + 4 * NAN_AT);
  }

  @Test
  void fileWithInitialNormsHasNoProblemsButNotes(FxRobot robot) {
    open(robot, "fresh.safetensors");

    expectChip(robot, "Values: no problems");
    assertThat(robot.lookup("#status-problems").queryLabeled().getText()).isEmpty();
    assertThat(robot.lookup("#overview-values").query().getStyleClass())
        .doesNotContain("verdict-link-warning");
    assertThat(robot.lookup("#overview-values").queryLabeled().getText()).isEqualTo("Values fine");
    assertThat(robot.lookup("#overview-values").query().getAccessibleText())
        .contains("No NaN, infinities or other problems found")
        .contains("2 have only zeros or ones (as initialized)");
    robot.clickOn("#tab-problems");
    TestWindow.waitUntil(
        "they are notes",
        () -> robot.lookup("#problems-info").queryLabeled().getText().equals("2 notes"));
    assertThat(robot.lookup("#problems-count").tryQuery()).isEmpty();
  }

  @Test
  void findingLinksToTheValueInTheGrid(FxRobot robot) {
    open(robot, "nan.safetensors");
    expectChip(robot, "Values: 1 of 12 tensors has NaN");
    robot.clickOn("#tab-problems");
    TestWindow.waitUntil(
        "it leads on", () -> robot.lookup(".finding-cell .show-value").tryQuery().isPresent());

    robot.clickOn(".finding-cell .show-value");

    TestWindow.waitUntil(
        "the values select it", () -> robot.lookup("[" + NAN_AT + "]").tryQuery().isPresent());
    assertThat(robot.lookup("#detail-tabs").query().isFocused())
        .as("the focus stays outside the tree")
        .isTrue();
  }

  @Test
  void theFilterFindsTensorsWithNan(FxRobot robot) {
    open(robot, "nan.safetensors");
    robot.clickOn("#tree-filter").write("health:nan");

    TestWindow.assertEventually(
        () ->
            assertThat(robot.lookup("#tree-count").queryLabeled().getText())
                .isEqualTo("1 of 12 tensors"));
  }

  @Test
  void largeDocumentIsScannedOnRequest(FxRobot robot) {
    open(robot, "large.safetensors");
    expectChip(robot, "Values not scanned");

    robot.clickOn("#overview-values");

    expectChip(robot, "Values: 1 of 3 tensors has NaN");
  }

  private static Set<String> figures(FxRobot robot) {
    return robot.lookup(".figure-cell").queryAllAs(Labeled.class).stream()
        .map(Labeled::getText)
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }

  @Test
  void columnOfAFigureMeasuresALargeDocumentAndSortingByItListsTensors(FxRobot robot) {
    open(robot, "large.safetensors");
    expectChip(robot, "Values not scanned");

    robot.clickOn("#tree-columns").clickOn("#choose-column-nan");

    expectChip(robot, "Values: 1 of 3 tensors has NaN");
    TestWindow.waitUntil("the counts are there", () -> figures(robot).equals(Set.of("0", "1")));
    robot.interact(
        () ->
            workspace.view.tree.ifPresent(
                tree -> tree.sortBy(new TableLayout.Sort("column-nan", false))));
    TableView<?> rows = robot.lookup("#tensor-tree").queryTableView();
    TestWindow.waitUntil(
        "the tensor with NaN is first",
        () ->
            robot.lookup(".name-cell").queryAllAs(TableCell.class).stream()
                .anyMatch(cell -> cell.getIndex() == 0 && cell.getText().equals("small")));
    assertThat(rows.getItems()).hasSize(3);
  }

  @Test
  void rememberedFigureColumnReadsNothingUntilRequested(FxRobot robot) {
    TableLayout.Column nan = new TableLayout.Column("column-nan", 80, true);
    open(robot, "large.safetensors");
    expectChip(robot, "Values not scanned");
    robot.interact(
        () ->
            workspace.view.tree.ifPresent(
                tree -> tree.arrangeColumns(new TableLayout(List.of(nan), Optional.empty()))));
    assertThat(chip(robot)).isEqualTo("Values not scanned");
    TestWindow.waitUntil(
        "it is reported",
        () ->
            robot
                .lookup("#tree-figures")
                .queryLabeled()
                .getText()
                .equals("Figures of 0 of 3 tensors"));

    robot.clickOn("#tree-figures");

    expectChip(robot, "Values: 1 of 3 tensors has NaN");
    TestWindow.assertEventually(
        () -> assertThat(robot.lookup("#tree-figures").query().isVisible()).isFalse());
  }

  @Test
  void theMenuOfTheChipScansWithTheKeyboardAlone(FxRobot robot) {
    open(robot, "large.safetensors");
    expectChip(robot, "Values not scanned");

    robot.interact(() -> robot.lookup("#scan-chip").query().requestFocus());
    robot.push(KeyCode.SPACE).push(KeyCode.DOWN).push(KeyCode.ENTER);

    expectChip(robot, "Values: 1 of 3 tensors has NaN");
  }

  @Test
  void whatIsKnownFromBeforeIsShownThoughNothingIsScannedByItself(FxRobot robot) {
    open(robot, "nan.safetensors");
    expectChip(robot, "Values: 1 of 12 tensors has NaN");
    TestWindow.waitUntil("it is kept", () -> remembered.isPresent());
    robot.clickOn("#scan-chip").clickOn("Scan values when a file is opened");
    robot.push(KeyCode.CONTROL, KeyCode.W);

    open(robot, "nan.safetensors");

    expectChip(robot, "Values: 1 of 12 tensors has NaN");
  }

  @Test
  void scanOfAHugeFileIsStoppedAndWhatIsNotKnownIsNotClaimed(FxRobot robot) throws IOException {
    Path huge = folder.resolve("huge.safetensors");
    String entry = "{\"t\":{\"dtype\":\"F32\",\"shape\":[%d],\"data_offsets\":[0,%d]}}";
    long bytes = 200L << 30;
    TensorFiles.raw(huge, entry.formatted(bytes / 4, bytes), 0);
    try (FileChannel channel = FileChannel.open(huge, StandardOpenOption.WRITE)) {
      long length = channel.size() + bytes;
      channel.write(ByteBuffer.allocate(1), length - 1);
    }
    open(robot, "huge.safetensors");
    expectChip(robot, "Values not scanned");
    robot.push(KeyCode.CONTROL, KeyCode.R);
    TestWindow.waitUntil("it runs", () -> chip(robot).startsWith("Values: scanning"));

    robot.clickOn("#menu-tools").clickOn("#menu-stop-scan");

    expectChip(robot, "Values: stopped, 0 of 1 tensors scanned");
    TestWindow.assertEventually(() -> assertThat(workspace.context.jobs().running()).isEmpty());
  }
}
