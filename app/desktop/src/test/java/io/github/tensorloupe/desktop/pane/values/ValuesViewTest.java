package io.github.tensorloupe.desktop.pane.values;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.slice.TensorSlice.Cell;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.values.GridControl.GridCanvas;
import io.github.tensorloupe.desktop.pane.values.GridState.Viewport;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.storage.Appearance;
import io.github.tensorloupe.desktop.storage.Theme;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.SparseFiles;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import javafx.geometry.HorizontalDirection;
import javafx.geometry.Point2D;
import javafx.geometry.VerticalDirection;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.Slider;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.image.WritableImage;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
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
class ValuesViewTest {

  private static final String JSON = "{\"format\":\"float8_e4m3fn\"}";

  @TempDir static Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private FileDocument document;
  private ValuesViewModel model;
  private ValuesView view;
  private Stage stage;

  @Start
  void show(Stage shown) throws IOException {
    stage = shown;
    float[] values = new float[8 * 9];
    for (int i = 0; i < values.length; i++) {
      values[i] = i - 40;
    }
    values[10] = Float.NaN;
    Path path =
        new TensorFiles()
            .tensor("matrix", Dtype.F32, TensorFiles.f32(values), 8, 9)
            .tensor("deep", Dtype.U8, counting(2 * 3 * 40 * 50), 2, 3, 40, 50)
            .tensor("layer.comfy_quant", Dtype.U8, JSON.getBytes(StandardCharsets.UTF_8), 26)
            .write(Files.createTempFile(folder, "values", ".safetensors"));
    document = files.show(path, selection);
    Messages messages = Messages.english();
    model = new ValuesViewModel(selection, new Jobs(Runnable::run, Runnable::run), messages);
    model.active.set(true);
    view = new ValuesView(model, messages);
    TestWindow.show(stage, view, 760, 420);
  }

  private static byte[] counting(int count) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) i;
    }
    return bytes;
  }

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  private TensorRef tensor(String name) {
    return document.checkpoint().tensor(name).orElseThrow();
  }

  private void select(FxRobot robot, String name) {
    robot.interact(() -> selection.select(tensor(name)));
    Pulses.settle();
  }

  private static GridCanvas grid(FxRobot robot) {
    return robot.lookup("#values-grid").queryAs(GridCanvas.class);
  }

  private static Point2D onScreen(FxRobot robot, int row, int column) {
    GridCanvas grid = grid(robot);
    return grid.localToScreen(grid.middleOf(row, column));
  }

  private static void click(FxRobot robot, int row, int column) {
    robot.clickOn(onScreen(robot, row, column));
  }

  private Cell cursor() {
    Pulses.settle();
    return model.page.get().orElseThrow().cursor().orElseThrow();
  }

  private long caretIn(String tensor) {
    Pulses.settle();
    return selection.caretProperty().get().orElseThrow().byteOffset()
        - tensor(tensor).data().orElseThrow().range().begin();
  }

  private Viewport visible() {
    Pulses.settle();
    return model.page.get().orElseThrow().view();
  }

  private static String label(FxRobot robot, String id) {
    Pulses.settle();
    return robot.lookup(id).queryAs(Label.class).getText();
  }

  private static String index(FxRobot robot) {
    Pulses.settle();
    return robot.lookup("#values-index").queryAs(TextField.class).getText();
  }

  private static void choose(FxRobot robot, String menu, String item) {
    MenuItem found =
        robot.lookup(menu).queryAs(MenuButton.class).getItems().stream()
            .filter(each -> item.equals(each.getId()))
            .findFirst()
            .orElseThrow();
    robot.interact(found::fire);
    Pulses.settle();
  }

  private static String clipboard(FxRobot robot) {
    AtomicReference<String> text = new AtomicReference<>();
    robot.interact(() -> text.set(Clipboard.getSystemClipboard().getString()));
    return text.get();
  }

  /// Returns the color of the grid to the left of a cell's text.
  private static Color ground(FxRobot robot, int row, int column) {
    Pulses.settle();
    GridCanvas grid = grid(robot);
    Point2D middle = grid.middleOf(row, column);
    AtomicReference<WritableImage> image = new AtomicReference<>();
    robot.interact(() -> image.set(grid.snapshot(null, null)));
    int x = (int) (middle.getX() - grid.columnWidth() / 2 + 4);
    return image.get().getPixelReader().getColor(x, (int) middle.getY());
  }

  private static int nodes(Node node) {
    int count = 1;
    if (node instanceof Parent parent) {
      for (Node child : parent.getChildrenUnmodifiable()) {
        count += nodes(child);
      }
    }
    return count;
  }

  @Test
  void clickingACellPutsTheCaretOnItsElement(FxRobot robot) {
    select(robot, "matrix");

    click(robot, 2, 3);

    assertThat(cursor()).isEqualTo(new Cell(2, 3));
    assertThat(caretIn("matrix")).isEqualTo((2 * 9 + 3) * 4);
    assertThat(label(robot, "#values-element")).isEqualTo("[2, 3]");
    assertThat(label(robot, "#values-value")).isEqualTo("= −19");
    assertThat(grid(robot).isFocused()).isTrue();
    assertThat(grid(robot).getAccessibleText()).isEqualTo("[2, 3] −19");
  }

  @Test
  void keysMoveTheCursorAndTabLeaves(FxRobot robot) {
    select(robot, "deep");
    click(robot, 0, 0);

    robot.push(KeyCode.DOWN).push(KeyCode.RIGHT);
    assertThat(cursor()).isEqualTo(new Cell(1, 1));
    robot.push(KeyCode.END);
    assertThat(cursor()).isEqualTo(new Cell(1, 49));
    robot.push(KeyCode.HOME).push(KeyCode.PAGE_DOWN);
    assertThat(cursor()).isEqualTo(new Cell(1 + visible().wholeRows(), 0));
    robot.push(KeyCode.SHORTCUT, KeyCode.END);
    assertThat(cursor()).isEqualTo(new Cell(39, 49));
    assertThat(visible().firstRow()).isEqualTo(40 - visible().wholeRows());
    robot.push(KeyCode.SHORTCUT, KeyCode.HOME);
    assertThat(cursor()).isEqualTo(new Cell(0, 0));
    robot.push(KeyCode.TAB);
    assertThat(grid(robot).isFocused()).isFalse();
  }

  @Test
  void theWheelAndTheScrollBarsMoveTheCellsAndTheCursorStays(FxRobot robot) {
    select(robot, "deep");

    robot.moveTo("#values-grid").scroll(3, VerticalDirection.DOWN);
    assertThat(visible().firstRow()).isPositive();
    robot.scroll(5, HorizontalDirection.RIGHT);
    robot.interact(() -> robot.lookup("#values-right").queryAs(ScrollBar.class).setValue(7));
    assertThat(visible().firstColumn()).isEqualTo(7);
    assertThat(cursor()).isEqualTo(new Cell(0, 0));
  }

  @Test
  void aHugeMatrixHasNoMoreNodesThanASmallOne(FxRobot robot) throws IOException {
    select(robot, "matrix");
    int before = nodes(grid(robot));
    Path path = SparseFiles.write(folder.resolve("huge"), Dtype.BF16, Map.of(), 128_256, 16_384);
    FileDocument huge = files.open(path);

    robot.interact(
        () -> {
          selection.select(huge.checkpoint().tensor("t").orElseThrow());
          model.scroll(viewport -> viewport.at(100_000, 10_000));
        });

    assertThat(visible().firstRow()).isEqualTo(100_000);
    assertThat(nodes(grid(robot))).isEqualTo(before);
    assertThat(model.page.get().orElseThrow().text().orElseThrow().text(100_001, 10_001))
        .isEqualTo("0");
  }

  @Test
  void aDraggedBlockIsCopiedWithTheShortcutAndAsNumpyText(FxRobot robot) {
    select(robot, "matrix");

    robot.drag(onScreen(robot, 1, 2)).dropTo(onScreen(robot, 2, 3));
    assertThat(label(robot, "#values-selected")).isEqualTo("2 × 2 cells selected");
    robot.push(KeyCode.SHORTCUT, KeyCode.C);
    Pulses.settle();
    assertThat(clipboard(robot)).isEqualTo("-29.0\t-28.0\n-20.0\t-19.0");
    assertThat(label(robot, "#values-notice")).isEqualTo("2 × 2 values are on the clipboard.");

    robot.clickOn(onScreen(robot, 2, 2), MouseButton.SECONDARY).clickOn("#values-copy-numpy");
    Pulses.settle();
    assertThat(clipboard(robot))
        .isEqualTo("array([[-29.0, -28.0],\n       [-20.0, -19.0]], dtype=float32)");
  }

  @Test
  void shiftedArrowsSelectABlock(FxRobot robot) {
    select(robot, "matrix");
    click(robot, 1, 1);

    robot.push(KeyCode.SHIFT, KeyCode.RIGHT).push(KeyCode.SHIFT, KeyCode.DOWN);
    assertThat(label(robot, "#values-selected")).isEqualTo("2 × 2 cells selected");
    robot.push(KeyCode.ESCAPE);
    assertThat(label(robot, "#values-selected")).isEmpty();
  }

  @Test
  void theIndexFieldLeadsToSlicesAndElementsOrSaysWhyNot(FxRobot robot) {
    select(robot, "deep");
    assertThat(index(robot)).isEqualTo("[0, 0, :, :]");
    click(robot, 0, 0);

    robot.push(KeyCode.SHORTCUT, KeyCode.L).write("[1, 7, :, :]").push(KeyCode.ENTER);
    assertThat(label(robot, "#values-refusal"))
        .isEqualTo("Axis 1 has no index 7: it goes from 0 to 2.");
    robot.write("1, 2, :, :");
    assertThat(robot.lookup("#values-refusal").query().isVisible()).isFalse();
    robot.push(KeyCode.ENTER);

    assertThat(index(robot)).isEqualTo("[1, 2, :, :]");
    assertThat(grid(robot).isFocused()).isTrue();
    robot.push(KeyCode.SHORTCUT, KeyCode.L).write("[0, 1, 5, 6]").push(KeyCode.ENTER);
    assertThat(index(robot)).isEqualTo("[0, 1, :, :]");
    assertThat(cursor()).isEqualTo(new Cell(5, 6));
    robot.push(KeyCode.SHORTCUT, KeyCode.L).write("zz").push(KeyCode.ESCAPE);
    assertThat(index(robot)).isEqualTo("[0, 1, :, :]");
  }

  @Test
  void axesAreHeldBySlidersAndFields(FxRobot robot) {
    select(robot, "deep");

    robot.interact(() -> robot.lookup("#values-slider-1").queryAs(Slider.class).setValue(2));
    assertThat(index(robot)).isEqualTo("[0, 2, :, :]");
    assertThat(robot.lookup("#values-held-1").queryAs(TextField.class).getText()).isEqualTo("2");
    robot.doubleClickOn("#values-held-0").write("1").push(KeyCode.ENTER);
    assertThat(index(robot)).isEqualTo("[1, 2, :, :]");
    assertThat(caretIn("deep")).isEqualTo((1 * 3 + 2) * 2000);

    choose(robot, "#values-axis-down", "values-axis-down-0");
    assertThat(index(robot)).isEqualTo("[:, 2, 0, :]");
    choose(robot, "#values-axis-right", "values-axis-right-2");
    assertThat(index(robot)).isEqualTo("[:, 2, :, 0]");
    assertThat(robot.lookup("#values-slider-3").tryQuery()).isPresent();
  }

  @Test
  void theCaretOfAnotherPaneMovesTheGrid(FxRobot robot) {
    select(robot, "deep");
    long begin = tensor("deep").data().orElseThrow().range().begin();

    robot.interact(
        () -> selection.placeCaret(tensor("deep").file(), begin + 4 * 2000 + 33 * 50 + 44));

    assertThat(index(robot)).isEqualTo("[1, 1, :, :]");
    assertThat(cursor()).isEqualTo(new Cell(33, 44));
    Viewport view = visible();
    assertThat(33 - view.firstRow()).isBetween(0L, (long) view.wholeRows() - 1);
    assertThat(44 - view.firstColumn()).isBetween(0L, (long) view.wholeColumns() - 1);
  }

  @Test
  void rowsAndColumnsAreExchanged(FxRobot robot) {
    select(robot, "matrix");
    click(robot, 1, 4);

    robot.interact(() -> robot.lookup("#values-transpose").queryAs(Button.class).fire());

    assertThat(cursor()).isEqualTo(new Cell(4, 1));
    assertThat(model.page.get().orElseThrow().text().orElseThrow().text(4, 1)).isEqualTo("−27");
  }

  @Test
  void numbersAreWrittenAsChosen(FxRobot robot) {
    select(robot, "matrix");

    choose(robot, "#values-format", "values-format-hex");
    assertThat(model.page.get().orElseThrow().text().orElseThrow().text(0, 0))
        .isEqualTo("C2200000");
    choose(robot, "#values-format", "values-format-fixed-2");
    assertThat(model.page.get().orElseThrow().text().orElseThrow().text(0, 0)).isEqualTo("−40.00");
    assertThat(robot.lookup("#values-format").queryAs(MenuButton.class).getText())
        .isEqualTo("0.00");
  }

  @Test
  @Tag("pixels")
  void colorsDependOnTheNumbersAndMarkNonfiniteValues(FxRobot robot) {
    select(robot, "matrix");
    Color plain = ground(robot, 0, 1);
    assertThat(ground(robot, 1, 1)).isNotEqualTo(plain);

    robot.clickOn("#values-colors");

    assertThat(ground(robot, 0, 1)).isNotEqualTo(plain).isNotEqualTo(ground(robot, 6, 4));
    assertThat(ground(robot, 0, 1).getBlue()).isGreaterThan(ground(robot, 0, 1).getRed());
  }

  @Test
  void numbersAreLegibleOnEveryColour(FxRobot robot) {
    select(robot, "matrix");
    for (Theme theme : new Theme[] {Theme.LIGHT, Theme.DARK}) {
      robot.interact(
          () -> {
            Themes.apply(Appearance.DEFAULT.withTheme(theme), stage.getScene());
            view.applyCss();
          });
      GridCanvas colors = grid(robot);
      for (int i = -100; i <= 100; i++) {
        Color ground = GridPainter.colorAt(colors, i / 100.0);
        assertThat(GridPainter.contrast(ground, GridPainter.inkOn(colors, ground)))
            .isGreaterThanOrEqualTo(4.5);
      }
    }
  }

  @Test
  void jsonIsShownUntilNumbersAreRequested(FxRobot robot) {
    select(robot, "layer.comfy_quant");

    assertThat(robot.lookup("#values-json-text").queryAs(TextArea.class).getText())
        .isEqualTo("{\n  \"format\": \"float8_e4m3fn\"\n}");
    assertThat(robot.lookup("#values-grid").query().getParent().isVisible()).isFalse();

    robot.clickOn("#values-json");
    assertThat(robot.lookup("#values-json-text").query().isVisible()).isFalse();
    assertThat(robot.lookup("#values-grid").query().getParent().isVisible()).isTrue();
    robot.clickOn("#values-json");
    assertThat(robot.lookup("#values-json-text").query().isVisible()).isTrue();
  }

  @Test
  void withoutATensorThereIsASentence(FxRobot robot) {
    assertThat(label(robot, "#values-nothing")).isEqualTo("Select a tensor to see its numbers.");
    select(robot, "matrix");
    assertThat(robot.lookup("#values-nothing").query().isVisible()).isFalse();
    assertThat(label(robot, "#values-shape")).isEqualTo("8 × 9");
  }

  @Test
  void aLowPaneKeepsItsCellsAndHasTheAxesInAMenu(FxRobot robot) {
    select(robot, "deep");
    assertThat(robot.lookup("#values-axes-menu").tryQuery()).isEmpty();

    robot.interact(() -> stage.setHeight(180));
    Pulses.settle();

    assertThat(robot.lookup("#values-slider-0").tryQuery()).isEmpty();
    assertThat(visible().wholeRows()).isGreaterThanOrEqualTo(3);
    robot.clickOn("#values-axes-menu");
    robot.interact(() -> robot.lookup("#values-slider-0").queryAs(Slider.class).setValue(1));
    assertThat(index(robot)).isEqualTo("[1, 0, :, :]");
  }
}
