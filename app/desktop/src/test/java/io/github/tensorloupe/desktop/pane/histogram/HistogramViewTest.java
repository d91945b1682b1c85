package io.github.tensorloupe.desktop.pane.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.control.plot.ChartAxis.ValueRange;
import io.github.tensorloupe.desktop.control.plot.ChartData;
import io.github.tensorloupe.desktop.control.plot.PlotArea;
import io.github.tensorloupe.desktop.control.plot.ValueScale;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.histogram.ChartViewModel.BinChoice;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.Painted;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javafx.css.PseudoClass;
import javafx.geometry.Bounds;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.image.Image;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.Background;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.scene.paint.Paint;
import javafx.stage.Stage;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

@ExtendWith(StageExtension.class)
class HistogramViewTest {

  private static final String LONG_NAME = "lora_unet_input_blocks_4_1_".repeat(6) + "lora_up";

  @TempDir static Path folder;

  private final Selection selection = new Selection();
  private Executor background = Runnable::run;
  private Checkpoint checkpoint;
  private Stage stage;
  private HistogramViewModel model;
  private Path target;
  private boolean turnedToBytes;

  @Start
  void show(Stage shown) throws IOException {
    stage = shown;
    float[] ramp = new float[640];
    for (int i = 0; i < ramp.length; i++) {
      ramp[i] = i < 64 ? i : i % 8;
    }
    Path path =
        new TensorFiles()
            .floats("ramp", ramp)
            .floats("broken", 1, Float.NaN, Float.POSITIVE_INFINITY, 2)
            .tensor("zeros", Dtype.F16, new byte[64], 32)
            .floats("nothing")
            .floats(LONG_NAME, 1, 2, 4)
            .floats("layers.0.w", 0, 1, 2)
            .floats("layers.1.w", 2, 3, 8)
            .write(folder.resolve("histogram.safetensors"));
    checkpoint = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE);
    selection.show(new DocumentState.Open(FileDocument.of(checkpoint, List.of(), List::of)));
    Messages messages = Messages.english();
    Jobs jobs = new Jobs(work -> background.execute(work), Runnable::run);
    model =
        new HistogramViewModel(new HistogramContext(selection, new ScanResults(), jobs, messages));
    model.chart.bins.set(new BinChoice(64));
    model.setOnBytes(() -> turnedToBytes = true);
    TestWindow.show(
        stage, new HistogramView(model, () -> _ -> Optional.of(target), messages), 640, 360);
  }

  private void resize(double width, double height) {
    stage.setWidth(width);
    stage.setHeight(height);
  }

  @AfterEach
  void closeCheckpoint() throws IOException {
    checkpoint.close();
  }

  private void select(FxRobot robot, String tensor) {
    robot.interact(() -> selection.select(checkpoint.tensor(tensor).orElseThrow()));
    Pulses.settle();
  }

  private static String text(FxRobot robot, String id) {
    Pulses.settle();
    return robot.lookup(id).queryAs(Labeled.class).getText();
  }

  private static boolean isShown(FxRobot robot, String id) {
    Pulses.settle();
    return robot.lookup(id).queryAll().stream().anyMatch(HistogramViewTest::isShown);
  }

  private static boolean isShown(Node node) {
    return node == null || node.isVisible() && isShown(node.getParent());
  }

  private ChartData data() {
    return model.chart.data.get().orElseThrow();
  }

  private long barCount() {
    return IntStream.range(0, data().binCount()).filter(bin -> data().count(bin) > 0).count();
  }

  private static HistogramChart chart(FxRobot robot) {
    Pulses.settle();
    return robot.lookup("#histogram-chart").queryAs(HistogramChart.class);
  }

  private static PlotArea area(FxRobot robot) {
    return chart(robot).area().orElseThrow();
  }

  /// Returns a point inside the bar of a bin, on the screen.
  private static Point2D bar(FxRobot robot, int bin) {
    PlotArea area = area(robot);
    double middle = (area.columnLeft(bin) + area.columnLeft(bin + 1)) / 2;
    return chart(robot).localToScreen(middle, area.bottom() - 1);
  }

  private static Bounds readout(FxRobot robot) {
    return robot.lookup("#histogram-readout").query().getBoundsInParent();
  }

  @Test
  void aTensorIsShownWithChartHealthAndFigures(FxRobot robot) {
    assertThat(text(robot, "#histogram-note")).startsWith("Select a tensor");

    select(robot, "ramp");

    assertThat(text(robot, "#histogram-name")).isEqualTo("ramp");
    assertThat(text(robot, "#histogram-dtype")).isEqualTo("F32");
    assertThat(text(robot, "#histogram-facts")).contains("640 elements").contains("2.56 kB");
    assertThat(text(robot, "#histogram-verdict")).isEqualTo("All finite");
    assertThat(text(robot, "#histogram-max")).isEqualTo("63");
    assertThat(barCount()).isEqualTo(64);
    assertThat(isShown(robot, "#histogram-note")).isFalse();
  }

  @Test
  void nanAndInfinityAreDanger(FxRobot robot) {
    select(robot, "broken");

    assertThat(text(robot, "#histogram-nan")).isEqualTo("NaN 1 (25.0 %)");
    assertThat(robot.lookup("#histogram-nan").query().getStyleClass()).contains("badge-danger");
    assertThat(robot.lookup("#histogram-verdict").query().getStyleClass()).contains("badge-danger");
  }

  @Test
  void allZeroIsSaidAndShownAsOneBar(FxRobot robot) {
    select(robot, "zeros");

    assertThat(text(robot, "#histogram-peculiarity")).isEqualTo("All values are zero");
    assertThat(barCount()).isOne();
  }

  @Test
  void anEmptyTensorHasASentenceInPlaceOfTheChart(FxRobot robot) {
    select(robot, "nothing");

    assertThat(isShown(robot, "#histogram-chart")).isFalse();
    assertThat(text(robot, "#histogram-note")).isEqualTo("No finite values.");
  }

  /// Returns the painted height of the last bar.
  private static long lastBarHeight(FxRobot robot) {
    PlotArea area = area(robot);
    Painted painted = Painted.of(robot, chart(robot));
    Color bar = chart(robot).color(HistogramPlot.Ink.BAR);
    return IntStream.range((int) area.top(), (int) area.bottom())
        .filter(y -> painted.at(area.barLeft(63) + 1, y).equals(bar))
        .count();
  }

  @Test
  @Tag("pixels")
  void theLogarithmicScaleRaisesSmallBars(FxRobot robot) {
    select(robot, "ramp");
    long linear = lastBarHeight(robot);
    assertThat(linear).isPositive();

    robot.clickOn("#histogram-scale-log");
    assertThat(lastBarHeight(robot)).isGreaterThan(2 * linear);

    robot.clickOn("#histogram-scale-log");
    assertThat(robot.lookup("#histogram-scale-log").queryAs(ToggleButton.class).isSelected())
        .isTrue();
  }

  @Test
  void aBarUnderTheMouseIsDescribed(FxRobot robot) {
    select(robot, "ramp");

    robot.moveTo(bar(robot, 0));

    assertThat(text(robot, "#histogram-readout"))
        .isEqualTo("0 … 0.984375\n73 values (11.4 %)\n11.4 % up to here");
    assertThat(isShown(robot, "#histogram-readout")).isTrue();
    robot.moveTo("#histogram-name");
    assertThat(isShown(robot, "#histogram-readout")).isFalse();
  }

  @Test
  void readoutIsNextToItsBarAndInsideTheChart(FxRobot robot) {
    select(robot, "ramp");

    robot.moveTo(bar(robot, 0));
    assertThat(readout(robot).getMinX()).isGreaterThan(area(robot).columnLeft(1));

    robot.moveTo(bar(robot, 63));
    assertThat(readout(robot).getMaxX()).isLessThan(area(robot).columnLeft(63));
  }

  @Test
  void arrowKeysGoFromBarToBar(FxRobot robot) {
    select(robot, "ramp");
    robot.interact(() -> robot.lookup("#histogram-chart").query().requestFocus());

    robot.push(KeyCode.RIGHT).push(KeyCode.RIGHT);

    String readout = text(robot, "#histogram-readout");
    assertThat(readout).startsWith("0.984375 … ");
    assertThat(robot.lookup("#histogram-chart").query().getAccessibleText()).isEqualTo(readout);
    robot.push(KeyCode.ESCAPE);
    assertThat(isShown(robot, "#histogram-readout")).isFalse();
  }

  @Test
  void longCountingShowsProgressAndCanBeStopped(FxRobot robot) throws Exception {
    select(robot, "zeros");
    background = _ -> {};

    select(robot, "ramp");
    WaitForAsyncUtils.waitFor(5, TimeUnit.SECONDS, () -> isShown(robot, "#histogram-busy"));
    assertThat(text(robot, "#histogram-name")).isEqualTo("ramp");
    robot.clickOn("#histogram-stop");

    assertThat(text(robot, "#histogram-note")).isEqualTo("Counting stopped.");
    background = Runnable::run;
    robot.clickOn("#histogram-retry");
    assertThat(barCount()).isEqualTo(64);
  }

  @Test
  void inLittleRoomNothingIsCutOff(FxRobot robot) {
    robot.interact(() -> resize(420, 220));
    select(robot, "broken");

    Bounds window = boundsOf(stage.getScene().getRoot());
    Set<Node> labels = robot.lookup(".label").queryAll();
    assertThat(labels.stream().filter(HistogramViewTest::isShown))
        .isNotEmpty()
        .allSatisfy(label -> assertThat(window.contains(boundsOf(label))).isTrue());
    assertThat(isShown(robot, "#histogram-verdict")).isTrue();
    assertThat(isShown(robot, "#histogram-max")).isTrue();
  }

  @Test
  void longNameOfAPinFitsInTheWindow(FxRobot robot) {
    select(robot, LONG_NAME);
    assertThat(Tips.sentence(robot.lookup("#histogram-name").query())).isEqualTo(LONG_NAME);
    robot.clickOn("#histogram-keep");
    select(robot, "broken");
    robot.interact(() -> resize(420, 360));
    Pulses.settle();

    Bounds window = boundsOf(stage.getScene().getRoot());
    for (String id : List.of("#histogram-dtype", "#histogram-more", "#histogram-pin-0")) {
      assertThat(window.contains(boundsOf(robot, id))).as(id).isTrue();
    }
    assertThat(isShown(robot, "#histogram-max")).isTrue();
    assertThat(window.contains(boundsOf(robot, "#histogram-max"))).isTrue();
  }

  @Test
  void minorBadgesAreHiddenInASmallPane(FxRobot robot) {
    select(robot, "ramp");
    assertThat(isShown(robot, "#histogram-subnormal")).isTrue();

    robot.interact(() -> resize(420, 220));

    assertThat(isShown(robot, "#histogram-subnormal")).isFalse();
    assertThat(isShown(robot, "#histogram-zero")).isTrue();
  }

  @Test
  void figuresAreBelowTheChartInANarrowPane(FxRobot robot) {
    select(robot, "ramp");
    assertThat(boundsOf(robot, "#histogram-figures").getMinX())
        .isGreaterThan(boundsOf(robot, "#histogram-chart").getCenterX());

    robot.interact(() -> resize(440, 500));
    Pulses.settle();

    assertThat(boundsOf(robot, "#histogram-figures").getMinY())
        .isGreaterThanOrEqualTo(boundsOf(robot, "#histogram-chart").getMaxY() - 1);
  }

  private static String range(FxRobot robot) {
    return text(robot, "#histogram-range-inside");
  }

  @Test
  void aPartThatIsDraggedOverFillsTheChartUntilADoubleClick(FxRobot robot) {
    select(robot, "ramp");

    robot.drag(bar(robot, 8)).dropTo(bar(robot, 15));

    assertThat(model.chart.range.get()).contains(new ValueRange(8 * 63 / 64.0, 16 * 63 / 64.0));
    assertThat(range(robot)).isEqualTo("8 values shown (1.3 %)");
    robot.doubleClickOn("#histogram-chart");
    assertThat(model.chart.range.get()).isEmpty();
    assertThat(isShown(robot, "#histogram-range-bar")).isFalse();
  }

  @Test
  void figuresOfTheShownPartAreNextToThoseOfAllValues(FxRobot robot) {
    select(robot, "ramp");
    assertThat(robot.lookup("#histogram-min-part").tryQuery()).isEmpty();

    robot.interact(() -> model.chart.range.set(Optional.of(new ValueRange(10, 20.5))));

    assertThat(text(robot, "#histogram-count-part")).isEqualTo("11");
    assertThat(text(robot, "#histogram-count")).isEqualTo("640");
    assertThat(text(robot, "#histogram-min-part")).isEqualTo("10");
    assertThat(text(robot, "#histogram-max-part")).isEqualTo("20");
    assertThat(text(robot, "#histogram-mean-part")).isEqualTo("15");
    assertThat(boundsOf(robot, "#histogram-min-part").getMaxX())
        .isLessThan(boundsOf(robot, "#histogram-min").getMinX());

    robot.interact(() -> model.chart.range.set(Optional.empty()));
    Pulses.settle();
    assertThat(robot.lookup("#histogram-min-part").tryQuery()).isEmpty();
  }

  @Test
  void inALowPaneOfLargeTextTheChartIsOfUseAndTheFiguresAreScrolledTo(FxRobot robot) {
    select(robot, "ramp");
    // The size in a window of 900 × 600 whose text is enlarged from 13 to 20.
    robot.interact(() -> resize(347, 140));
    Pulses.settle();
    Bounds window = boundsOf(stage.getScene().getRoot());

    assertThat(window.contains(boundsOf(robot, "#histogram-chart"))).isTrue();
    assertThat(boundsOf(robot, "#histogram-chart").getHeight()).isGreaterThanOrEqualTo(80);
    assertThat(boundsOf(robot, "#histogram-badges").getMinY())
        .isLessThan(boundsOf(robot, "#histogram-toolbar").getMaxY());

    robot.interact(() -> model.chart.range.set(Optional.of(new ValueRange(10, 20.5))));
    Pulses.settle();
    assertThat(boundsOf(robot, "#histogram-figures").getMinY())
        .isGreaterThanOrEqualTo(boundsOf(robot, "#histogram-chart").getMaxY() - 1);

    ScrollPane scroll = robot.lookup("#histogram-scroll").queryAs(ScrollPane.class);
    robot.interact(() -> scroll.setVvalue(1));
    Pulses.settle();
    assertThat(isShown(robot, "#histogram-mean-part")).isTrue();
    assertThat(isShown(robot, "#histogram-entropy")).isTrue();
    assertThat(window.contains(boundsOf(robot, "#histogram-entropy"))).isTrue();
  }

  @Test
  void draggingEndsWhenTheBarsChange(FxRobot robot) {
    select(robot, "ramp");
    robot.moveTo(bar(robot, 60)).press(MouseButton.PRIMARY);

    robot.interact(() -> model.chart.bins.set(BinChoice.ALL.get(1)));
    robot.moveBy(-40, 0).moveBy(-40, 0).release(MouseButton.PRIMARY);

    assertThat(model.chart.range.get()).isEmpty();
  }

  @Test
  void lowPaneKeepsTheChartClearOfTheControls(FxRobot robot) {
    select(robot, "ramp");
    robot.interact(() -> resize(330, 190));
    Pulses.settle();

    assertThat(boundsOf(robot, "#histogram-chart").getMinY())
        .isGreaterThanOrEqualTo(boundsOf(robot, "#histogram-toolbar").getMaxY());
    assertThat(isShown(robot, "#histogram-verdict")).isTrue();
  }

  @Test
  void keysMarkAPartAndLetItFillTheChart(FxRobot robot) {
    select(robot, "ramp");
    robot.interact(() -> robot.lookup("#histogram-chart").query().requestFocus());

    robot.push(KeyCode.RIGHT).push(KeyCode.SHIFT, KeyCode.RIGHT).push(KeyCode.ENTER);
    assertThat(model.chart.range.get()).contains(new ValueRange(0, 2 * 63 / 64.0));

    robot.push(KeyCode.ESCAPE);
    assertThat(model.chart.range.get()).isEmpty();
  }

  @Test
  void escapeLeavesTheRangeThatIsTypedAndNothingElse(FxRobot robot) {
    select(robot, "ramp");
    List<KeyCode> unhandledKeys = new ArrayList<>();
    robot.interact(
        () ->
            stage
                .getScene()
                .addEventHandler(KeyEvent.KEY_PRESSED, key -> unhandledKeys.add(key.getCode())));
    robot.clickOn("#histogram-more").clickOn("#histogram-range");
    assertThat(isShown(robot, "#histogram-range-bar")).isTrue();

    robot.push(KeyCode.ESCAPE);

    assertThat(isShown(robot, "#histogram-range-bar")).isFalse();
    assertThat(unhandledKeys).doesNotContain(KeyCode.ESCAPE);
  }

  @Test
  void aRangeCanBeTyped(FxRobot robot) {
    select(robot, "ramp");

    robot.clickOn("#histogram-more").clickOn("#histogram-range");
    robot.write("8").push(KeyCode.TAB).write("x").push(KeyCode.ENTER);
    assertThat(model.chart.range.get()).isEmpty();
    assertThat(isRefused(robot, "#histogram-range-high")).isTrue();
    assertThat(isRefused(robot, "#histogram-range-low")).isFalse();
    robot.doubleClickOn("#histogram-range-high").write("7").push(KeyCode.ENTER);
    assertThat(isRefused(robot, "#histogram-range-high")).as("below the other end").isTrue();
    robot.doubleClickOn("#histogram-range-high").write("16").push(KeyCode.ENTER);

    assertThat(model.chart.range.get()).contains(new ValueRange(8, 16));
    assertThat(isRefused(robot, "#histogram-range-high")).isFalse();
    robot.clickOn("#histogram-range-all");
    assertThat(model.chart.range.get()).isEmpty();
    assertThat(isShown(robot, "#histogram-range-bar")).isFalse();
  }

  private static boolean isRefused(FxRobot robot, String id) {
    return robot
        .lookup(id)
        .query()
        .getPseudoClassStates()
        .contains(PseudoClass.getPseudoClass("error"));
  }

  @Test
  void logarithmicAxisReportsOmittedZeros(FxRobot robot) {
    select(robot, "ramp");
    assertThat(isShown(robot, "#histogram-range-bar")).isFalse();

    robot.interact(() -> model.chart.valueScale.set(ValueScale.LOG));

    assertThat(isShown(robot, "#histogram-range-bar")).isTrue();
    assertThat(range(robot)).isEqualTo("567 values shown (88.6 %)");
    assertThat(isShown(robot, "#histogram-range-all")).isFalse();
  }

  @Test
  void theNanBadgeLeadsToTheFirstNan(FxRobot robot) {
    select(robot, "broken");

    robot.clickOn("#histogram-nan");

    assertThat(selection.caretProperty().get().orElseThrow().byteOffset())
        .isEqualTo(
            checkpoint.tensor("broken").orElseThrow().data().orElseThrow().range().begin() + 4);
    assertThat(turnedToBytes).isTrue();
  }

  @Test
  void pinHasAnOutlineAndALegendAndIsRemovedByKey(FxRobot robot) {
    select(robot, "layers.0.w");
    robot.clickOn("#histogram-keep");
    select(robot, "layers.1.w");
    assertThat(data().outlines()).hasSize(1);
    assertThat(text(robot, "#histogram-pin-0")).isEqualTo("layers.0.w");
    // Mnemonic parsing would remove an underscore from the name.
    assertThat(robot.lookup("#histogram-pin-0").queryAs(Labeled.class).isMnemonicParsing())
        .isFalse();

    robot.interact(() -> robot.lookup("#histogram-pin-0").query().requestFocus());
    robot.push(KeyCode.DELETE);

    assertThat(data().outlines()).isEmpty();
    assertThat(isShown(robot, "#histogram-legend")).isFalse();
  }

  @Test
  void siblingsAreDrawnAndNamed(FxRobot robot) {
    select(robot, "layers.0.w");

    robot.clickOn("#histogram-siblings").clickOn("#histogram-siblings-together");

    assertThat(text(robot, "#histogram-legend-siblings")).isEqualTo("1 sibling");
    assertThat(data().outlines()).hasSize(1);
  }

  @Test
  void theTableIsSavedAndSaidSo(FxRobot robot) throws IOException {
    target = folder.resolve("table.csv");
    select(robot, "broken");

    robot.clickOn("#histogram-more").clickOn("#histogram-save-csv");
    Pulses.settle();

    assertThat(Files.readString(target)).contains("nan,,,1,0.25").contains("\ninf,,,1,0.25");
    assertThat(text(robot, "#histogram-notice")).contains("table.csv");
  }

  private void saveDrawing(FxRobot robot, String name) {
    target = folder.resolve(name);
    robot.clickOn("#histogram-more").clickOn("#histogram-save-svg");
    Pulses.settle();
  }

  private static Paint groundOf(FxRobot robot) {
    Background ground = robot.lookup(".histogram-view").queryAs(Region.class).getBackground();
    return ground.getFills().getLast().getFill();
  }

  @Test
  void theDrawingIsXmlWithABarForEachBin(FxRobot robot) throws Exception {
    select(robot, "ramp");

    saveDrawing(robot, "drawing.svg");

    Document drawing =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(target.toFile());
    assertThat(drawing.getElementsByTagName("title").item(0).getTextContent()).isEqualTo("ramp");
    assertThat(drawing.getElementsByTagName("rect").getLength()).isGreaterThanOrEqualTo(64);
    assertThat(((Element) drawing.getElementsByTagName("rect").item(0)).getAttribute("fill"))
        .as("the ground of the screen")
        .isEqualTo("#" + groundOf(robot).toString().substring(2, 8));
  }

  @Test
  void theDrawingNamesTheSiblingsOnce(FxRobot robot) throws Exception {
    select(robot, "layers.0.w");
    robot.clickOn("#histogram-siblings").clickOn("#histogram-siblings-each");

    saveDrawing(robot, "siblings.svg");

    assertThat(Files.readString(target)).doesNotContain("layers.1.w");
  }

  @Test
  void theDrawingHasTheDashesOfTheLegend(FxRobot robot) throws Exception {
    for (String pinned : List.of("layers.0.w", "layers.1.w")) {
      select(robot, pinned);
      robot.clickOn("#histogram-keep");
    }
    select(robot, "ramp");
    saveDrawing(robot, "dashes.svg");

    String dashes = "stroke-dasharray=\"6 3\"";
    // The line, and its sample in the legend.
    assertThat(Files.readString(target).split(dashes, -1)).hasSize(3);
  }

  @Test
  @Tag("pixels")
  void thePictureIsSavedTwiceAsFineAsTheScreen(FxRobot robot) throws IOException {
    target = folder.resolve("picture.png");
    select(robot, "ramp");

    robot.clickOn("#histogram-more").clickOn("#histogram-save-png");
    Pulses.settle();

    Image picture = new Image(target.toUri().toString());
    assertThat(picture.getWidth())
        .isGreaterThan(2 * boundsOf(robot, "#histogram-chart").getWidth());
    assertThat(picture.getPixelReader().getColor(2, 2)).isEqualTo(groundOf(robot));
    assertThat(area(robot).pixel()).as("the screen is drawn again").isOne();
  }

  @Test
  void failedSaveIsReported(FxRobot robot) {
    target = folder.resolve("missing").resolve("table.csv");
    select(robot, "ramp");

    robot.clickOn("#histogram-more").clickOn("#histogram-save-csv");

    assertThat(text(robot, "#histogram-notice"))
        .contains("cannot be written")
        .endsWith("Nothing was changed.");
  }

  @Test
  void aWiderScopeIsChosenFromTheMenu(FxRobot robot) {
    select(robot, "layers.0.w");

    robot.clickOn("#histogram-scope").clickOn("#histogram-scope-layer");

    assertThat(text(robot, "#histogram-name")).isEqualTo("Layer 0 of layers");
    assertThat(isShown(robot, "#histogram-dtype")).isFalse();
  }

  private static Bounds boundsOf(FxRobot robot, String id) {
    return boundsOf(robot.lookup(id).query());
  }

  private static Bounds boundsOf(Node node) {
    return node.localToScene(node.getLayoutBounds());
  }
}
