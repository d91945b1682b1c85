package io.github.tensorloupe.desktop.pane.heatmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.heatmap.GridPlacement;
import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.HeatMapBudget;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.ScriptedDialogs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.HeatPalette;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javafx.event.ActionEvent;
import javafx.geometry.Point2D;
import javafx.geometry.VerticalDirection;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Slider;
import javafx.scene.control.TextField;
import javafx.scene.image.WritableImage;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class HeatMapViewTest {

  private static final int ROWS = 3;
  private static final int COLUMNS = 4;

  @TempDir static Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final ScriptedDialogs dialogs = new ScriptedDialogs();
  private FileDocument document;
  private HeatMapViewModel model;
  private LineViewModel line;

  @Start
  void show(Stage stage) throws IOException {
    float[] matrix = {0, 1, -1, 0.5f, -0.5f, 0, 0, 0, Float.NaN, Float.NEGATIVE_INFINITY, 0, 1};
    document =
        files.show(
            new TensorFiles()
                .tensor("matrix", Dtype.F32, TensorFiles.f32(matrix), ROWS, COLUMNS)
                .tensor("deep", Dtype.U8, new byte[2 * 5 * 6 * 7], 2, 5, 6, 7)
                .tensor("wide", Dtype.U8, new byte[20 * 30], 20, 30)
                .tensor("scalar", Dtype.F32, new byte[4])
                .write(folder.resolve("a.safetensors")),
            selection);
    Messages messages = Messages.english();
    model =
        new HeatMapViewModel(selection, Jobs.onFxThread(), new HeatMapBudget(1 << 20), messages);
    model.active.set(true);
    line = new LineViewModel(model, Jobs.onFxThread(), messages);
    line.active.set(true);
    TestWindow.show(stage, new HeatMapView(model, line, () -> dialogs, messages), 640, 480);
  }

  @AfterEach
  void closeFile() throws IOException {
    files.close();
  }

  private void select(FxRobot robot, String name) {
    robot.interact(() -> selection.select(document.checkpoint().tensor(name).orElseThrow()));
    TestWindow.waitUntil(
        "the picture is exact",
        () ->
            model.slice().isEmpty()
                || model.pictureProperty().get().filter(HeatPicture::complete).isPresent());
  }

  private static HeatCanvas canvas(FxRobot robot) {
    return robot.lookup("#heatmap-picture").queryAs(HeatCanvas.class);
  }

  /// Returns the center of an element's square, in canvas coordinates.
  private Point2D middle(int row, int column) {
    HeatMapViewport frame = model.pictureProperty().get().orElseThrow().frame();
    return new Point2D(
        frame.place().left() + (column + 0.5) * frame.place().cellWidth(),
        frame.place().top() + (row + 0.5) * frame.place().cellHeight());
  }

  private int colorOf(FxRobot robot, int row, int column) {
    Point2D middle = middle(row, column);
    WritableImage[] image = new WritableImage[1];
    robot.interact(() -> image[0] = canvas(robot).snapshot(null, null));
    return image[0].getPixelReader().getArgb((int) middle.getX(), (int) middle.getY());
  }

  private void clickOn(FxRobot robot, int row, int column) {
    Point2D middle = middle(row, column);
    robot.clickOn(canvas(robot).localToScreen(middle));
  }

  private long caretInTensor() {
    long begin =
        document.checkpoint().tensor("matrix").orElseThrow().data().orElseThrow().range().begin();
    return selection.caretProperty().get().orElseThrow().byteOffset() - begin;
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup(id).queryAs(Label.class).getText();
  }

  @Test
  @Tag("pixels")
  void everyElementIsASquareOfItsColour(FxRobot robot) {
    select(robot, "matrix");
    HeatPalette light = HeatPalette.LIGHT;

    assertThat(colorOf(robot, 0, 0)).isEqualTo(light.diverging().get(2));
    assertThat(colorOf(robot, 0, 1)).isEqualTo(light.diverging().get(4));
    assertThat(colorOf(robot, 0, 2)).isEqualTo(light.diverging().get(0));
    assertThat(colorOf(robot, 0, 3)).isEqualTo(light.diverging().get(3));
    assertThat(colorOf(robot, 1, 0)).isEqualTo(light.diverging().get(1));
    assertThat(colorOf(robot, 2, 0)).isEqualTo(light.nan());
    assertThat(colorOf(robot, 2, 1)).isEqualTo(light.infinite());
    assertThat(text(robot, "#heatmap-nan")).isEqualTo("1 pixel with NaN");
    assertThat(text(robot, "#heatmap-high")).isEqualTo("1");
    assertThat(robot.lookup("#heatmap-preview").queryAs(Label.class).isVisible()).isFalse();
  }

  @Test
  void aClickPutsTheCaretOnTheElement(FxRobot robot) {
    select(robot, "matrix");
    clickOn(robot, 1, 2);

    assertThat(caretInTensor()).isEqualTo(4 * (1 * COLUMNS + 2));
    assertThat(text(robot, "#heatmap-readout")).isEqualTo("[1, 2]  = 0");
  }

  @Test
  void theKeyboardAloneReachesAnElement(FxRobot robot) {
    select(robot, "matrix");
    robot.interact(() -> canvas(robot).requestFocus());
    robot.push(KeyCode.RIGHT).push(KeyCode.RIGHT).push(KeyCode.DOWN).push(KeyCode.ENTER);
    robot.interact(() -> {});

    assertThat(caretInTensor()).isEqualTo(4 * (1 * COLUMNS + 2));
    robot.push(KeyCode.DIGIT1);
    assertThat(model.pictureProperty().get().orElseThrow().frame().columns().magnified())
        .isEqualTo(1);
    robot.push(KeyCode.PLUS);
    assertThat(model.pictureProperty().get().orElseThrow().frame().columns().magnified())
        .isEqualTo(2);
    robot.push(KeyCode.DIGIT0);
    assertThat(model.pictureProperty().get().orElseThrow().frame().columns().magnified())
        .isEqualTo(64);
  }

  private Cell cursorAfter(FxRobot robot, KeyCode key) {
    robot.push(key);
    return model.cursor.get().orElseThrow();
  }

  @Test
  void keysMoveTheCursor(FxRobot robot) {
    select(robot, "matrix");
    robot.interact(() -> canvas(robot).requestFocus());

    assertThat(cursorAfter(robot, KeyCode.DOWN)).isEqualTo(new Cell(1, 0));
    assertThat(cursorAfter(robot, KeyCode.END)).isEqualTo(new Cell(1, 3));
    assertThat(cursorAfter(robot, KeyCode.LEFT)).isEqualTo(new Cell(1, 2));
    assertThat(cursorAfter(robot, KeyCode.UP)).isEqualTo(new Cell(0, 2));
    assertThat(cursorAfter(robot, KeyCode.PAGE_DOWN)).isEqualTo(new Cell(2, 2));
    assertThat(cursorAfter(robot, KeyCode.HOME)).isEqualTo(new Cell(2, 0));
    assertThat(cursorAfter(robot, KeyCode.PAGE_UP)).isEqualTo(new Cell(0, 0));
    assertThat(cursorAfter(robot, KeyCode.RIGHT)).isEqualTo(new Cell(0, 1));
  }

  private HeatMapViewport frame() {
    return model.pictureProperty().get().orElseThrow().frame();
  }

  private Point2D corner() {
    HeatMapViewport.Pixel first = frame().pixelOf(new Cell(0, 0));
    GridPlacement place = frame().place();
    return new Point2D(
        place.left() + (double) first.column() * place.cellWidth(),
        place.top() + (double) first.row() * place.cellHeight());
  }

  @Test
  void keysWithShiftMoveAnEnlargedPicture(FxRobot robot) {
    select(robot, "wide");
    robot.interact(() -> canvas(robot).requestFocus());
    robot.push(KeyCode.PLUS).push(KeyCode.PLUS).push(KeyCode.PLUS);
    Point2D before = corner();

    robot.push(KeyCode.SHIFT, KeyCode.RIGHT);
    assertThat(corner()).isEqualTo(before.subtract(64, 0));
    robot.push(KeyCode.SHIFT, KeyCode.LEFT);
    assertThat(corner()).isEqualTo(before);
    robot.push(KeyCode.SHIFT, KeyCode.DOWN);
    assertThat(corner()).isEqualTo(before.subtract(0, 64));
    robot.push(KeyCode.SHIFT, KeyCode.UP);
    assertThat(corner()).isEqualTo(before);

    int enlarged = frame().columns().magnified();
    robot.push(KeyCode.MINUS);
    assertThat(frame().columns().magnified()).isLessThan(enlarged);
  }

  @Test
  void theWheelZoomsAndTheMouseDrags(FxRobot robot) {
    select(robot, "deep");
    robot.moveTo(canvas(robot));
    int before = model.pictureProperty().get().orElseThrow().frame().columns().magnified();
    robot.scroll(2, VerticalDirection.DOWN);
    robot.interact(() -> {});
    assertThat(model.pictureProperty().get().orElseThrow().frame().columns().magnified())
        .isNotEqualTo(before);
  }

  @Test
  void heldAxesHaveFields(FxRobot robot) {
    select(robot, "deep");
    robot.interact(() -> model.showTiles(false));
    TextField field = robot.lookup("#heatmap-held-1").queryAs(TextField.class);
    robot.interact(
        () -> {
          field.setText("3");
          field.fireEvent(new ActionEvent());
        });

    assertThat(text(robot, "#heatmap-facts")).contains("[0, 3, :, :]");
    robot.interact(
        () -> {
          field.setText("5");
          field.fireEvent(new ActionEvent());
        });
    assertThat(text(robot, "#heatmap-trouble"))
        .isEqualTo("5 is not an index of axis 1; enter 0 to 4.");
    robot.interact(() -> robot.lookup("#heatmap-slider-0").queryAs(Slider.class).setValue(1));
    assertThat(text(robot, "#heatmap-facts")).contains("[1, 3, :, :]");
    assertThat(field.getText()).isEqualTo("3");
    robot.clickOn("#heatmap-transpose");
    assertThat(model.slice().orElseThrow().columnCount()).isEqualTo(6);
    assertThat(text(robot, "#heatmap-low")).isEqualTo("0");
  }

  @Test
  void aScalarHasASentence(FxRobot robot) {
    select(robot, "scalar");

    assertThat(robot.lookup("#heatmap-note").queryAs(Label.class).isVisible()).isTrue();
    assertThat(text(robot, "#heatmap-note")).contains("single value");
  }

  @Test
  void theButtonSavesThePicture(FxRobot robot) {
    select(robot, "matrix");
    Path file = folder.resolve("saved.png");
    dialogs.target = Optional.of(file);
    robot.clickOn("#heatmap-export");
    TestWindow.waitUntil("the picture is saved", () -> Files.exists(file));
    TestWindow.waitUntil(
        "it is reported", () -> text(robot, "#heatmap-notice").startsWith("Saved: "));
  }

  @Test
  void legendFitsANarrowPane(FxRobot robot) {
    select(robot, "wide");
    robot.interact(
        () -> robot.lookup("#heatmap-legend").query().getScene().getWindow().setWidth(200));
    Pulses.settle();

    Node high = robot.lookup("#heatmap-high").query();
    assertThat(high.localToScene(high.getBoundsInLocal()).getMaxX()).isLessThanOrEqualTo(200);

    select(robot, "matrix");
    Pulses.settle();

    Region legend = robot.lookup("#heatmap-legend").queryAs(Region.class);
    assertThat(legend.getHeight())
        .as("it has the room of all its lines")
        .isEqualTo(legend.prefHeight(legend.getWidth()));
  }

  @Test
  void theRowOfTheCursorIsDrawnAsALineAndKeysGoAlongIt(FxRobot robot) {
    select(robot, "wide");
    robot.clickOn("#heatmap-kind").clickOn("#heatmap-kind-row");

    assertThat(robot.lookup("#heatmap-picture").query().getParent().isVisible()).isFalse();
    assertThat(robot.lookup("#heatmap-legend").query().isManaged()).isFalse();
    assertThat(text(robot, "#heatmap-facts")).endsWith("row 0");
    robot.interact(() -> robot.lookup("#heatmap-line").query().requestFocus());
    robot.push(KeyCode.RIGHT).push(KeyCode.DOWN);
    assertThat(text(robot, "#heatmap-readout")).isEqualTo("[1, 1]  = 0");
    assertThat(text(robot, "#heatmap-facts")).endsWith("row 1");
    robot.push(KeyCode.END);
    assertThat(text(robot, "#heatmap-readout")).isEqualTo("[1, 29]  = 0");
    robot.push(KeyCode.PLUS);
    assertThat(line.part.get().orElseThrow().begin()).isPositive();

    robot.clickOn("#heatmap-kind").clickOn("#heatmap-kind-picture");
    assertThat(robot.lookup("#heatmap-picture").query().getParent().isVisible()).isTrue();
  }

  @Test
  void aLowPaneHasOneLineOfControlsWithTheAxesInAMenu(FxRobot robot) {
    select(robot, "deep");
    Node menu = robot.lookup("#heatmap-axes-menu").query();
    assertThat(menu.isVisible()).isFalse();
    assertThat(robot.lookup("#heatmap-axes").tryQuery()).isPresent();

    resize(robot, 330, 150);

    assertThat(menu.isVisible()).isTrue();
    assertThat(((Region) menu.getParent()).getHeight()).isLessThan(30);
    assertThat(robot.lookup("#heatmap-picture").queryAs(Region.class).getHeight())
        .isGreaterThan(60);

    resize(robot, 640, 480);
    assertThat(menu.isVisible()).isFalse();
    assertThat(robot.lookup("#heatmap-axes").tryQuery()).isPresent();
  }

  @Test
  void lowPaneLeavesTheRoomOfTheIndexesToThePicture(FxRobot robot) {
    select(robot, "deep");
    Node picture = robot.lookup("#heatmap-picture").query();
    assertThat(picture.getLayoutX()).isPositive();
    assertThat(picture.getLayoutY()).isPositive();

    resize(robot, 600, 120);

    assertThat(picture.getLayoutX()).isZero();
    assertThat(picture.getLayoutY()).isZero();
  }

  private static void resize(FxRobot robot, double width, double height) {
    robot.interact(
        () -> {
          Window window = robot.lookup("#heatmap-view").query().getScene().getWindow();
          window.setWidth(width);
          window.setHeight(height);
        });
    Pulses.settle();
  }
}
