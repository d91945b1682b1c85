package io.github.tensorloupe.desktop.pane.hex;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.hex.HexChoices.RowWidth;
import io.github.tensorloupe.desktop.pane.hex.HexPainter.HexColor;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.testing.Painted;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.geometry.Point2D;
import javafx.geometry.Rectangle2D;
import javafx.scene.layout.Pane;
import javafx.scene.layout.VBox;
import javafx.scene.paint.Color;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;

@Tag("pixels")
@ExtendWith(StageExtension.class)
class HexCanvasTest {

  @TempDir static Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final Pane other = new Pane();
  private FileDocument document;
  private long dataStart;
  private HexViewModel model;
  private HexCanvas canvas;

  @Start
  void show(Stage stage) throws IOException {
    byte[] sevens = new byte[4000];
    Arrays.fill(sevens, (byte) 0x77);
    // The last row is incomplete.
    byte[] others = Arrays.copyOf(sevens, 3995);
    document =
        files.show(
            new TensorFiles()
                .tensor("a", Dtype.U8, sevens, 4000)
                .tensor("b", Dtype.U8, others, 3995)
                .write(Files.createTempFile(folder, "bytes", ".safetensors")),
            selection);
    dataStart = document.checkpoint().files().getFirst().reading().dataStart().orElseThrow();
    Messages messages = Messages.english();
    model =
        new HexViewModel(
            selection, new ScanResults(), new Jobs(Runnable::run, Runnable::run), messages);
    canvas = new HexCanvas(model, _ -> {});
    canvas.setPrefHeight(350);
    canvas.setStyle(style(Optional.empty()));
    other.setFocusTraversable(true);
    TestWindow.show(stage, new VBox(canvas, other), 800, 400);
    other.requestFocus();
  }

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  /// Returns a style that gives every ink its own color; one of them may be white. The digits are
  /// large enough that some of their pixels have exactly this color.
  private static String style(Optional<HexColor> white) {
    return Stream.of(HexColor.values())
        .map(
            ink ->
                "-tl-"
                    + Messages.word(ink)
                    + ": "
                    + (white.filter(one -> one == ink).isPresent() ? "white" : web(ink)))
        .collect(Collectors.joining("; ", "-fx-font-size: 20px; ", ""));
  }

  private static String web(HexColor ink) {
    return "#%02x40%02x".formatted(8 * ink.ordinal(), 255 - 8 * ink.ordinal());
  }

  private static Color color(HexColor ink) {
    return Color.web(web(ink));
  }

  /// Returns the part of a row that the digits of a byte and half of its gaps cover.
  private Rectangle2D cell(int row, int column) {
    Point2D middle = canvas.middleOf(row, column);
    double half = (canvas.middleOf(row, 1).getX() - canvas.middleOf(row, 0).getX()) / 2;
    double height = canvas.rowHeight();
    return new Rectangle2D(middle.getX() - half, middle.getY() - height / 2, 2 * half, height);
  }

  private Rectangle2D row(int row) {
    Rectangle2D first = cell(row, 0);
    return new Rectangle2D(0, first.getMinY(), canvas.getWidth(), first.getHeight());
  }

  private int painted(FxRobot robot, HexColor ink, Rectangle2D part) {
    return Painted.of(robot, canvas).count(color(ink), part);
  }

  @Test
  void anotherWidthIsDrawnAtOnce(FxRobot robot) {
    robot.interact(() -> model.choices.width().set(RowWidth.EIGHT));
    WaitForAsyncUtils.waitForFxEvents();

    assertThat(model.page.get().rows().bytesPerRow()).isEqualTo(8);
  }

  @Test
  void otherBytesAreDrawnAtOnce(FxRobot robot) {
    assertThat(painted(robot, HexColor.HEADER_GROUND, cell(0, 0))).isPositive();

    robot.interact(() -> model.scrollTo(dataStart / 16 + 1));

    assertThat(painted(robot, HexColor.HEADER_GROUND, cell(0, 0))).isZero();
    assertThat(painted(robot, HexColor.TENSOR_0, cell(0, 0))).isPositive();
  }

  @Test
  void otherColoursAreDrawnAtOnce(FxRobot robot) {
    robot.interact(() -> canvas.setStyle(style(Optional.of(HexColor.HEADER_GROUND))));

    assertThat(painted(robot, HexColor.HEADER_GROUND, row(0))).isZero();
    assertThat(Painted.of(robot, canvas).count(Color.WHITE, row(0))).isPositive();
  }

  @Test
  void caretIsFilledWhileKeysReachThePaneAndElseAFrame(FxRobot robot) {
    robot.interact(() -> model.placeCaret(16 + 3));
    int frame = painted(robot, HexColor.CARET_GROUND, cell(1, 3));
    assertThat(painted(robot, HexColor.CARET_GROUND, row(0))).isZero();
    assertThat(painted(robot, HexColor.CARET_GROUND, cell(1, 6))).isZero();

    robot.interact(canvas::requestFocus);
    int filled = painted(robot, HexColor.CARET_GROUND, cell(1, 3));
    assertThat(filled).isGreaterThan(2 * frame);
    assertThat(painted(robot, HexColor.CARET_TEXT, cell(1, 3))).isPositive();
    assertThat(painted(robot, HexColor.CARET_GROUND, cell(1, 6))).isZero();

    robot.interact(other::requestFocus);
    assertThat(painted(robot, HexColor.CARET_GROUND, cell(1, 3))).isEqualTo(frame);
    assertThat(painted(robot, HexColor.CARET_TEXT, cell(1, 3))).isZero();
  }

  @Test
  void caretIsDrawnAtTheDigitsAndAtTheCharacter(FxRobot robot) {
    robot.interact(
        () -> {
          canvas.requestFocus();
          model.placeCaret(16 + 3);
        });
    Rectangle2D pastEnd =
        new Rectangle2D(
            cell(1, 15).getMaxX() + 5, row(1).getMinY(), canvas.getWidth(), canvas.rowHeight());

    assertThat(painted(robot, HexColor.CARET_GROUND, pastEnd)).isPositive();
  }

  @Test
  void barMarksOnlyTheRowsOfTheSelectedTensor(FxRobot robot) {
    long between = (dataStart + 4000) / 16;
    robot.interact(
        () -> {
          selection.select(document.checkpoint().tensor("b").orElseThrow());
          model.scrollTo(between - 2);
        });

    assertThat(model.page.get().firstRow()).isEqualTo(between - 2);
    assertThat(painted(robot, HexColor.TENSOR_BAR, row(0))).isZero();
    assertThat(painted(robot, HexColor.TENSOR_BAR, row(1))).isZero();
    assertThat(painted(robot, HexColor.TENSOR_BAR, row(2)))
        .isBetween((int) canvas.rowHeight(), 3 * (int) canvas.rowHeight());
    assertThat(painted(robot, HexColor.TENSOR_BAR, row(3))).isPositive();

    robot.interact(() -> selection.select(document.checkpoint().tensor("a").orElseThrow()));
    robot.interact(() -> model.scrollTo(between - 2));
    boolean shared = (dataStart + 4000) % 16 != 0;
    assertThat(painted(robot, HexColor.TENSOR_BAR, row(1))).isPositive();
    assertThat(painted(robot, HexColor.TENSOR_BAR, row(2)) > 0).isEqualTo(shared);
    assertThat(painted(robot, HexColor.TENSOR_BAR, row(3))).isZero();
  }

  @Test
  void groundsReachFromTheFirstByteOfAPartToItsLast(FxRobot robot) {
    robot.interact(() -> model.select(new ByteRange(16 + 4, 16 + 7)));

    assertThat(painted(robot, HexColor.SELECTED_GROUND, inner(1, 3))).isZero();
    for (int column = 4; column < 7; column++) {
      assertThat(painted(robot, HexColor.SELECTED_GROUND, inner(1, column))).isPositive();
    }
    assertThat(painted(robot, HexColor.SELECTED_GROUND, inner(1, 7))).isZero();
    assertThat(painted(robot, HexColor.SELECTED_GROUND, row(0))).isZero();
    assertThat(painted(robot, HexColor.SELECTED_GROUND, row(2))).isZero();
  }

  private Rectangle2D inner(int row, int column) {
    Rectangle2D cell = cell(row, column);
    return new Rectangle2D(
        cell.getMinX() + 4, cell.getMinY() + 2, cell.getWidth() - 8, cell.getHeight() - 4);
  }

  @Test
  void whatIsFoundIsUnderlinedAtTheFootOfItsRow(FxRobot robot) {
    robot.interact(() -> model.highlight(Optional.of(new ByteRange(16 + 4, 16 + 6))));
    Rectangle2D row = row(1);
    Rectangle2D foot = new Rectangle2D(0, Math.round(row.getMaxY()) - 2, canvas.getWidth(), 2);
    Rectangle2D above = new Rectangle2D(0, row.getMinY(), canvas.getWidth(), row.getHeight() - 3);

    assertThat(painted(robot, HexColor.FOUND_LINE, foot)).isPositive();
    assertThat(painted(robot, HexColor.FOUND_LINE, above)).isZero();
    assertThat(painted(robot, HexColor.FOUND_GROUND, above)).isPositive();
  }

  @Test
  void rowThatTheEdgeCutsIsDrawnToo(FxRobot robot) {
    WaitForAsyncUtils.waitForFxEvents();

    assertThat(canvas.paintedRows())
        .isEqualTo((int) Math.ceil(canvas.getHeight() / canvas.rowHeight()) - 1);
    assertThat(canvas.paintedRows()).isGreaterThanOrEqualTo(model.scroll.wholeRows);
  }

  @Test
  void pointsOutsideTheBytesHitNone(FxRobot robot) {
    Rectangle2D first = cell(0, 0);
    WaitForAsyncUtils.waitForFxEvents();

    assertThat(canvas.byteOffsetAt(first.getMinX() + first.getWidth() / 2, first.getMinY() + 1))
        .hasValue(0);
    assertThat(canvas.byteOffsetAt(first.getMinX() - 10, first.getMinY() + 1)).isEmpty();
    assertThat(canvas.byteOffsetAt(first.getMinX() + 5, first.getMinY() - 2)).isEmpty();
    assertThat(canvas.nearestByteOffset(0, first.getMinY() - 100)).hasValue(0);
    assertThat(canvas.nearestByteOffset(0, 10_000)).hasValue(16L * (model.scroll.wholeRows - 1));
    assertThat(canvas.rowsOutside(first.getMinY() + 1)).isZero();
    assertThat(canvas.rowsOutside(first.getMinY() - 1)).isEqualTo(-1);
    double pastEnd = first.getMinY() + model.scroll.wholeRows * canvas.rowHeight();
    assertThat(canvas.rowsOutside(pastEnd - 1)).isZero();
    assertThat(canvas.rowsOutside(pastEnd + 1)).isEqualTo(1);
  }

  @Test
  void lastBytesAreHitAndNoneAfterThem(FxRobot robot) {
    robot.interact(() -> model.scrollTo(model.scroll.maxFirstRow()));
    WaitForAsyncUtils.waitForFxEvents();
    long length = document.checkpoint().files().getFirst().bytes().length();
    int lastRow = (int) ((length - 1) / 16 - model.page.get().firstRow());
    int lastColumn = (int) ((length - 1) % 16);
    Point2D last = canvas.middleOf(lastRow, lastColumn);

    assertThat(canvas.byteOffsetAt(last.getX(), last.getY())).hasValue(length - 1);
    assertThat(canvas.byteOffsetAt(last.getX(), last.getY() + canvas.rowHeight())).isEmpty();
    Point2D pastEnd = canvas.middleOf(lastRow, lastColumn + 1);
    assertThat(canvas.byteOffsetAt(pastEnd.getX(), pastEnd.getY())).isEmpty();
    assertThat(canvas.nearestByteOffset(10_000, 10_000)).hasValue(length - 1);
  }

  @Test
  void columnsAreNumberedAboveAndRowsAtTheLeft(FxRobot robot) {
    double height = canvas.rowHeight();
    Rectangle2D first = cell(0, 0);

    assertThat(painted(robot, HexColor.OFFSET, new Rectangle2D(0, 0, canvas.getWidth(), height)))
        .isPositive();
    assertThat(painted(robot, HexColor.OFFSET, new Rectangle2D(0, height, first.getMinX(), height)))
        .isPositive();
    assertThat(painted(robot, HexColor.OFFSET, first)).isZero();
  }

  @Test
  void rowOfTheCaretIsSpoken(FxRobot robot) {
    robot.interact(() -> model.placeCaret(20));
    WaitForAsyncUtils.waitForFxEvents();

    assertThat(canvas.getAccessibleText()).isEqualTo(HexTexts.row(model, 1));
  }

  @Test
  void fileThatIsCutSaysSoBelowItsLastRow(FxRobot robot) throws IOException {
    FileDocument cut =
        files.open(
            TensorFiles.raw(
                folder.resolve("cut.safetensors"),
                "{\"a\":{\"dtype\":\"U8\",\"shape\":[9],\"data_offsets\":[0,9]}}",
                5));
    assertThat(Painted.of(robot, canvas).count(color(HexColor.MISSING))).isZero();

    robot.interact(() -> selection.show(new DocumentState.Open(cut)));

    int rows = (int) model.page.get().rows().count();
    assertThat(painted(robot, HexColor.MISSING, row(rows))).isPositive();
    assertThat(painted(robot, HexColor.MISSING, row(rows - 1))).isZero();
  }
}
