package io.github.tensorloupe.desktop.pane.hex;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import javafx.event.Event;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kordamp.ikonli.feather.Feather;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Marks bytes, copies and saves them, and checks their descriptions.
@ExtendWith(StageExtension.class)
class HexMarkingTest {

  @TempDir Path folder;

  private final Selection selection = new Selection();
  private final OpenFiles files = new OpenFiles();
  private byte[] bytes;
  private long dataStart;
  private HexViewModel model;
  private HexView view;
  private Optional<Path> target = Optional.empty();
  private String suggestedName = "";

  @Start
  void show(Stage stage) throws IOException {
    byte[] data = new byte[4000];
    for (int i = 0; i < data.length; i++) {
      data[i] = (byte) (i % 7 + 1);
    }
    Path path =
        new TensorFiles()
            .floats("numbers", 1, Float.NaN, 0.5f)
            .tensor("bytes", Dtype.U8, data, 40, 100)
            .write(folder.resolve("marked.safetensors"));
    bytes = Files.readAllBytes(path);
    FileDocument document = files.show(path, selection);
    dataStart = document.checkpoint().files().getFirst().reading().dataStart().orElseThrow();
    Messages messages = Messages.english();
    Jobs jobs = new Jobs(Runnable::run, Runnable::run);
    model = new HexViewModel(selection, new ScanResults(), jobs, messages);
    view = new HexView(model, this::chooseTarget, messages);
    TestWindow.show(stage, view, 760, 480);
  }

  private Optional<Path> chooseTarget(String name) {
    suggestedName = name;
    return target;
  }

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  private static Point2D middleOf(FxRobot robot, int row, int column) {
    HexCanvas canvas = robot.lookup("#hex-canvas").queryAs(HexCanvas.class);
    return canvas.localToScreen(canvas.middleOf(row, column));
  }

  private Optional<ByteRange> marked() {
    Pulses.settle();
    return Optional.of(model.page.get().marks().selected()).filter(range -> range.byteCount() > 0);
  }

  private static String text(FxRobot robot, String id) {
    Pulses.settle();
    return robot.lookup(id).queryAs(Label.class).getText();
  }

  private static String clipboard(FxRobot robot) {
    String[] text = new String[1];
    robot.interact(() -> text[0] = Clipboard.getSystemClipboard().getString());
    return text[0];
  }

  @Test
  void shiftAndArrowsMarkFromWhereTheCaretWas(FxRobot robot) {
    robot.clickOn(middleOf(robot, 1, 4));
    assertThat(marked()).isEmpty();

    robot.press(KeyCode.SHIFT).push(KeyCode.RIGHT).push(KeyCode.DOWN).release(KeyCode.SHIFT);
    assertThat(marked()).contains(new ByteRange(20, 38));
    assertThat(text(robot, "#hex-selected")).isEqualTo("18 bytes selected, 0x14 – 0x25");

    robot.press(KeyCode.SHIFT).push(KeyCode.UP, KeyCode.UP).release(KeyCode.SHIFT);
    robot.push(KeyCode.ESCAPE);
    assertThat(marked()).isEmpty();
    assertThat(robot.lookup("#hex-selected").query().isVisible()).isFalse();
  }

  @Test
  void movingWithoutShiftMarksNothing(FxRobot robot) {
    robot.clickOn(middleOf(robot, 1, 4));
    robot.press(KeyCode.SHIFT).push(KeyCode.RIGHT).release(KeyCode.SHIFT).push(KeyCode.RIGHT);

    assertThat(marked()).isEmpty();
  }

  @Test
  void draggingMarksInBothDirections(FxRobot robot) {
    robot.drag(middleOf(robot, 2, 5)).dropTo(middleOf(robot, 4, 1));
    assertThat(marked()).contains(new ByteRange(37, 66));

    robot.drag(middleOf(robot, 2, 5)).dropTo(middleOf(robot, 1, 14));
    assertThat(marked()).contains(new ByteRange(30, 38));
  }

  @Test
  void draggingBelowTheRowsScrollsOn(FxRobot robot) {
    Point2D start = middleOf(robot, 2, 5);
    robot.drag(start).moveTo(new Point2D(start.getX(), 478));

    TestWindow.waitUntil("rows are scrolled", () -> model.page.get().firstRow() > 5);
    robot.drop();

    assertThat(marked().orElseThrow().begin()).isEqualTo(37);
    assertThat(marked().orElseThrow().end()).isGreaterThan(37 + 16L * model.scroll.wholeRows);
  }

  @Test
  void shiftAndAClickMarkUpToTheByte(FxRobot robot) {
    robot.clickOn(middleOf(robot, 0, 3));
    robot.interact(() -> pressWithShift(robot, 1, 1));

    assertThat(marked()).contains(new ByteRange(3, 18));
  }

  /// The headless robot does not send held keys with mouse events.
  private static void pressWithShift(FxRobot robot, int row, int column) {
    HexCanvas canvas = robot.lookup("#hex-canvas").queryAs(HexCanvas.class);
    Point2D place = canvas.localToScene(canvas.middleOf(row, column));
    Event.fireEvent(
        canvas,
        new MouseEvent(
            MouseEvent.MOUSE_PRESSED,
            place.getX(),
            place.getY(),
            place.getX(),
            place.getY(),
            MouseButton.PRIMARY,
            1,
            true,
            false,
            false,
            false,
            true,
            false,
            false,
            false,
            false,
            true,
            null));
  }

  @Test
  void aClickElsewhereInTheWindowTakesTheMarksBack(FxRobot robot) {
    robot.drag(middleOf(robot, 2, 5)).dropTo(middleOf(robot, 4, 1));

    robot.interact(() -> selection.placeCaret(model.file().orElseThrow(), dataStart));

    assertThat(marked()).isEmpty();
  }

  @Test
  void shortcutCCopiesTheMarkedBytesAsHex(FxRobot robot) {
    robot.drag(middleOf(robot, 0, 8)).dropTo(middleOf(robot, 0, 10));

    robot.push(KeyCode.CONTROL, KeyCode.C);

    assertThat(clipboard(robot)).isEqualTo("7B 22 6E");
    assertThat(text(robot, "#hex-status")).isEqualTo("Copied 3 bytes.");
  }

  @Test
  void theMenuCopiesInOtherForms(FxRobot robot) {
    robot.drag(middleOf(robot, 0, 8)).dropTo(middleOf(robot, 0, 10));
    robot.clickOn(middleOf(robot, 3, 3), MouseButton.SECONDARY).clickOn("#hex-copy-python");

    assertThat(clipboard(robot)).isEqualTo("b'{\"n'");
  }

  @Test
  void markedBytesAreSavedToAFile(FxRobot robot) {
    target = Optional.of(folder.resolve("part.bin"));
    robot.interact(() -> model.select(new ByteRange(dataStart, dataStart + 4000)));

    robot.clickOn(middleOf(robot, 3, 3), MouseButton.SECONDARY).clickOn("#hex-save");

    TestWindow.waitUntil("bytes are saved", () -> text(robot, "#hex-status").contains("part.bin"));
    assertThat(target.orElseThrow())
        .hasBinaryContent(Arrays.copyOfRange(bytes, (int) dataStart, (int) dataStart + 4000));
    assertThat(suggestedName).startsWith("marked-").endsWith(".bin");
  }

  @Test
  void failedSaveIsReported(FxRobot robot) {
    target = Optional.of(folder.resolve("none/part.bin"));
    robot.interact(() -> model.select(new ByteRange(0, 4)));

    robot.clickOn(middleOf(robot, 3, 3), MouseButton.SECONDARY).clickOn("#hex-save");

    assertThat(text(robot, "#hex-status")).contains("cannot be written");
  }

  @Test
  void theMenuMarksTheWholeTensor(FxRobot robot) {
    robot.interact(() -> selection.select(tensor("numbers")));
    robot.clickOn(middleOf(robot, 3, 3), MouseButton.SECONDARY).clickOn("#hex-select-tensor");

    assertThat(marked()).contains(new ByteRange(dataStart, dataStart + 12));
  }

  private TensorRef tensor(String name) {
    return selection.openDocument().orElseThrow().checkpoint().tensor(name).orElseThrow();
  }

  @Test
  void theByteUnderThePointerIsDescribed(FxRobot robot) {
    long byteOffset = dataStart + 12 + 250;
    robot.interact(() -> model.scrollTo(byteOffset / 16 - 2));
    int column = (int) (byteOffset % 16);

    robot.moveTo(middleOf(robot, 2, column));

    assertThat(text(robot, "#hex-hover")).startsWith("bytes [2, 50] = 6  ·  0x");
    assertThat(robot.lookup("#hex-hover").query().isVisible()).isTrue();
    robot.moveTo("#hex-goto");
    assertThat(robot.lookup("#hex-hover").query().isVisible()).isFalse();
  }

  @Test
  void legendNamesVisibleParts(FxRobot robot) {
    robot.interact(() -> model.scrollTo(dataStart / 16));

    assertThat(
            robot.lookup("#hex-legend .label").queryAllAs(Label.class).stream()
                .filter(Node::isVisible)
                .map(Label::getText))
        .containsSubsequence("NaN or infinite", "numbers", "bytes");
  }

  @Test
  void anInspectorHasRoomInAWidePaneAndAButtonInANarrowOne(FxRobot robot) {
    Label inspector = new Label("inspector");
    robot.interact(() -> view.getScene().getWindow().setWidth(700));
    assertThat(robot.lookup("#hex-side-inspector").tryQuery()).isEmpty();

    robot.interact(
        () -> {
          view.addSide("inspector", Feather.SIDEBAR, "Inspector", () -> inspector);
          view.addSide("other", Feather.LIST, "Other", () -> new Label("other"));
        });
    Pulses.settle();
    assertThat(robot.lookup("#hex-side").query().isVisible()).isFalse();
    robot.clickOn("#hex-side-inspector");
    assertThat(robot.lookup("#hex-side").query().isVisible()).isTrue();
    assertThat(inspector.isVisible()).isTrue();
    robot.clickOn("#hex-side-other");
    assertThat(robot.lookup("#hex-side-inspector").queryAs(ToggleButton.class).isSelected())
        .isFalse();
    assertThat(inspector.isVisible()).as("it learns that it is not visible").isFalse();

    robot.interact(() -> view.getScene().getWindow().setWidth(400));
    assertThat(robot.lookup("#hex-side-inspector").query().isVisible()).isFalse();
    assertThat(robot.lookup("#hex-side-other").query().isVisible()).isTrue();

    robot.interact(() -> view.getScene().getWindow().setWidth(960));
    assertThat(robot.lookup("#hex-side").query().isVisible()).isTrue();
  }

  @Test
  void findBarIsAboveTheBytes(FxRobot robot) {
    Label bar = new Label("find");
    double before = robot.lookup("#hex-canvas").query().localToScene(0, 0).getY();

    robot.interact(() -> view.setFindBar(bar));
    Pulses.settle();

    assertThat(robot.lookup("#hex-canvas").query().localToScene(0, 0).getY())
        .isGreaterThan(before + 5);
  }

  @Test
  void theMenuOfTheTitleChangesWidthAndOffsets(FxRobot robot) {
    robot.clickOn("#hex-view-menu").clickOn("#hex-width-8");
    Pulses.settle();
    assertThat(HexTexts.row(model, 1)).startsWith("000008  7B 22");

    robot.clickOn("#hex-view-menu").clickOn("#hex-offsets-data");
    robot.interact(() -> model.scrollTo(0));
    assertThat(HexTexts.row(model, 0)).startsWith("−");
    robot.interact(() -> selection.select(tensor("numbers")));
    assertThat(
            HexTexts.row(
                model,
                (int) (model.page.get().rows().rowOf(dataStart) - model.page.get().firstRow())))
        .startsWith(" 000000  00 00 80 3F");
  }
}
