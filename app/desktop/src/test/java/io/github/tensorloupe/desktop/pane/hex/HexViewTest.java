package io.github.tensorloupe.desktop.pane.hex;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javafx.geometry.Bounds;
import javafx.geometry.Point2D;
import javafx.geometry.VerticalDirection;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.TextField;
import javafx.scene.image.WritableImage;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class HexViewTest {

  @TempDir static Path folder;

  private final Selection selection = new Selection();
  private Checkpoint checkpoint;
  private TensorFile file;
  private long dataStart;
  private HexViewModel model;
  private Optional<Path> target = Optional.empty();

  @Start
  void show(Stage stage) throws IOException {
    open(
        new TensorFiles()
            .tensor("first", Dtype.U8, sevens(), 4000)
            .tensor("second", Dtype.U8, sevens(), 4000)
            .write(folder.resolve("bytes.safetensors")));
    dataStart = file.reading().dataStart().orElseThrow();
    Messages messages = Messages.english();
    Jobs jobs = new Jobs(Runnable::run, Runnable::run);
    model = new HexViewModel(selection, new ScanResults(), jobs, messages);
    TestWindow.show(stage, new HexView(model, _ -> target, messages), 700, 400);
  }

  private static byte[] sevens() {
    byte[] bytes = new byte[4000];
    Arrays.fill(bytes, (byte) 7);
    return bytes;
  }

  private void open(Path path) throws IOException {
    checkpoint = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE);
    file = checkpoint.files().getFirst();
    selection.show(new DocumentState.Open(FileDocument.of(checkpoint, List.of(), List::of)));
  }

  @AfterEach
  void closeCheckpoint() throws IOException {
    checkpoint.close();
  }

  private static HexCanvas canvas(FxRobot robot) {
    return robot.lookup("#hex-canvas").queryAs(HexCanvas.class);
  }

  private static void clickOnByte(FxRobot robot, int row, int column) {
    HexCanvas canvas = canvas(robot);
    robot.clickOn(canvas.localToScreen(canvas.middleOf(row, column)));
  }

  private long caret() {
    Pulses.settle();
    return selection.caretProperty().get().orElseThrow().byteOffset();
  }

  private long firstRow() {
    Pulses.settle();
    return model.page.get().firstRow();
  }

  private static String text(FxRobot robot, String id) {
    Pulses.settle();
    return robot.lookup(id).queryAs(Label.class).getText();
  }

  @Test
  void clickingAByteSelectsItsTensor(FxRobot robot) {
    robot.interact(() -> model.scrollTo((dataStart + 4000) / 16 - 1));

    clickOnByte(robot, 3, 9);

    assertThat(caret()).isEqualTo(((dataStart + 4000) / 16 + 2) * 16 + 9);
    assertThat(selection.tensorProperty().get().orElseThrow().info().name()).isEqualTo("second");
    assertThat(text(robot, "#hex-region")).isEqualTo("second");
    assertThat(canvas(robot).isFocused()).isTrue();
  }

  @Test
  void keysMoveTheCaret(FxRobot robot) {
    clickOnByte(robot, 1, 4);

    robot.push(KeyCode.DOWN).push(KeyCode.RIGHT);
    assertThat(caret()).isEqualTo(37);
    robot.push(KeyCode.END);
    assertThat(caret()).isEqualTo(47);
    robot.push(KeyCode.UP).push(KeyCode.HOME).push(KeyCode.LEFT);
    assertThat(caret()).isEqualTo(15);
    robot.push(KeyCode.PAGE_DOWN);
    assertThat(caret()).isEqualTo(15 + 16L * model.scroll.wholeRows);
    robot.push(KeyCode.CONTROL, KeyCode.END);
    assertThat(caret()).isEqualTo(file.bytes().length() - 1);
    robot.push(KeyCode.PAGE_UP).push(KeyCode.CONTROL, KeyCode.HOME);
    assertThat(caret()).isZero();
    assertThat(firstRow()).isZero();
  }

  @Test
  void theWheelScrollsAndTheCaretStays(FxRobot robot) {
    robot.moveTo("#hex-canvas").scroll(5, VerticalDirection.UP).scroll(5, VerticalDirection.DOWN);
    robot.scroll(5, VerticalDirection.DOWN);

    assertThat(firstRow()).isPositive();
    assertThat(caret()).isZero();
    assertThat(robot.lookup("#hex-scroll").queryAs(ScrollBar.class).getValue())
        .isEqualTo(firstRow());
  }

  @Test
  void draggingTheThumbScrollsToTheEnd(FxRobot robot) {
    robot
        .drag(robot.from(robot.lookup("#hex-scroll")).lookup(".thumb").queryAs(Node.class))
        .dropBy(0, 390);

    assertThat(firstRow()).isEqualTo(model.scroll.maxFirstRow());
    assertThat(HexTexts.row(model, model.scroll.wholeRows - 1)).isNotEmpty();
  }

  @Test
  void enteredOffsetIsShown(FxRobot robot) {
    clickOnByte(robot, 0, 0);

    robot.interact(() -> robot.lookup(".hex-view").queryAs(HexView.class).focusOffsetField());
    robot.write("0x101F").push(KeyCode.ENTER);

    assertThat(caret()).isEqualTo(0x101f);
    assertThat(canvas(robot).isFocused()).isTrue();
    assertThat(text(robot, "#hex-hexadecimal")).isEqualTo("0x101F");
  }

  @Test
  void anOffsetThatIsNoneIsExplainedUntilItChanges(FxRobot robot) {
    robot.clickOn("#hex-goto").write("zz").push(KeyCode.ENTER);
    assertThat(text(robot, "#hex-status")).contains("4096 or 0x1000");
    assertThat(robot.lookup("#hex-status").query().isVisible()).isTrue();

    robot.write("12");
    assertThat(robot.lookup("#hex-status").query().isVisible()).isFalse();
    robot.push(KeyCode.ESCAPE);
    assertThat(robot.lookup("#hex-goto").queryAs(TextField.class).getText()).isEmpty();
  }

  @Test
  @Tag("pixels")
  void headerAndTensorsHaveTheirOwnBackgrounds(FxRobot robot) {
    robot.interact(
        () -> {
          selection.select(checkpoint.tensor("first").orElseThrow());
          model.scrollTo(0);
        });
    int tensorRow = (int) (dataStart / 16) + 1;

    assertThat(ground(robot, 1)).isEqualTo(Color.web("#f1f4f8"));
    assertThat(ground(robot, tensorRow)).isEqualTo(Color.web("#e1effe"));
  }

  /// Returns the background color between the first two bytes of a row.
  private static Color ground(FxRobot robot, int row) {
    Pulses.settle();
    HexCanvas canvas = canvas(robot);
    Point2D first = canvas.middleOf(row, 0);
    Point2D second = canvas.middleOf(row, 1);
    AtomicReference<WritableImage> image = new AtomicReference<>();
    robot.interact(() -> image.set(canvas.snapshot(null, null)));
    return image
        .get()
        .getPixelReader()
        .getColor((int) Math.round((first.getX() + second.getX()) / 2), (int) first.getY());
  }

  @Test
  void theRowOfTheCaretIsSpoken(FxRobot robot) {
    clickOnByte(robot, 1, 2);

    assertThat(caret()).isEqualTo(18);
    assertThat(canvas(robot).getAccessibleText())
        .isEqualTo(HexTexts.row(model, 1))
        .startsWith("000010");
  }

  @Test
  void paneForwardsFocusToTheBytes(FxRobot robot) {
    robot.interact(() -> robot.lookup(".hex-view").query().requestFocus());

    robot.push(KeyCode.RIGHT);

    assertThat(caret()).isEqualTo(1);
  }

  @Test
  void withoutBytesThereIsASentence(FxRobot robot) throws IOException {
    assertThat(robot.lookup("#hex-empty").query().isVisible()).isFalse();

    robot.interact(() -> selection.show(new DocumentState.Empty()));
    assertThat(text(robot, "#hex-empty")).isEqualTo("Open a file to see its bytes.");
    assertThat(robot.lookup("#hex-empty").query().isVisible()).isTrue();

    checkpoint.close();
    Path empty = Files.createTempFile(folder, "empty", ".safetensors");
    checkpoint = Checkpoint.open(empty, Cancellation.NEVER, Progress.NONE);
    robot.interact(
        () ->
            selection.show(
                new DocumentState.Open(FileDocument.of(checkpoint, List.of(), List::of))));
    assertThat(text(robot, "#hex-empty")).contains("its length is 0");
  }

  @Test
  void offsetsAndFirstBytesAreVisibleInASmallWindow(FxRobot robot) {
    HexCanvas canvas = canvas(robot);
    Region bar = new Region();
    bar.setMinSize(400, 30);
    robot.interact(
        () -> {
          ((HexView) canvas.getScene().getRoot()).setFindBar(bar);
          canvas.getScene().getWindow().setWidth(300);
          canvas.getScene().getWindow().setHeight(125);
        });
    Pulses.settle();

    Bounds field =
        robot
            .lookup("#hex-goto")
            .query()
            .localToScene(robot.lookup("#hex-goto").query().getLayoutBounds());
    Bounds bytes = canvas.localToScene(canvas.getLayoutBounds());
    assertThat(bytes.getMinX()).isZero();
    assertThat(bytes.getMinY()).isGreaterThan(field.getMinY() + field.getHeight());
    assertThat(bytes.getWidth()).isLessThanOrEqualTo(300);
  }
}
