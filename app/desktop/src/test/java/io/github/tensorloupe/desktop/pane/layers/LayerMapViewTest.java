package io.github.tensorloupe.desktop.pane.layers;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.layers.LayerCell;
import io.github.tensorloupe.analysis.layers.LayerStack;
import io.github.tensorloupe.desktop.control.layermap.LayerMapCanvas;
import io.github.tensorloupe.desktop.control.layermap.StackStatistic.Scaling;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.testing.Painted;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javafx.geometry.Point2D;
import javafx.geometry.Rectangle2D;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.image.Image;
import javafx.scene.input.Clipboard;
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
class LayerMapViewTest {

  private static final int LAYERS = 12;

  @TempDir static Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private FakeResults results;
  private final AtomicInteger scans = new AtomicInteger();
  private FileDocument document;
  private LayerMapViewModel model;
  private Stage stage;

  @Start
  void show(Stage shown) throws IOException {
    stage = shown;
    document = files.show(LayerFiles.write(folder.resolve("a.safetensors"), LAYERS), selection);
    results = new FakeResults(document);
    model =
        new LayerMapViewModel(
            selection,
            results.results(),
            new Jobs(Runnable::run, Runnable::run),
            Messages.english());
    LayerMapView view = new LayerMapView(model, scans::incrementAndGet, Messages.english());
    TestWindow.show(stage, view, 700, 500);
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private int index(int layer, int role) {
    String name = "model.layers." + layer + "." + LayerFiles.ROLES.get(role);
    return document.checkpoint().indexOf(document.checkpoint().tensor(name).orElseThrow());
  }

  private LayerCell place(int layer, int role) {
    return model.shown.stackProperty().get().orElseThrow().cellOf(index(layer, role)).orElseThrow();
  }

  private void scanAll(FxRobot robot) {
    for (int layer = 0; layer < LAYERS; layer++) {
      for (int role = 0; role < LayerFiles.ROLES.size(); role++) {
        results.scale(index(layer, role), Math.pow(2, role), 0);
      }
    }
    results.outlier(index(7, 2), 1000, 4).noNumber(index(3, 4));
    robot.interact(results::arrive);
    Pulses.settle();
  }

  private static String text(FxRobot robot, String id) {
    Pulses.settle();
    return robot.lookup(id).queryAs(Label.class).getText();
  }

  private static boolean isShown(FxRobot robot, String id) {
    Pulses.settle();
    for (Node node = robot.lookup(id).query(); node != null; node = node.getParent()) {
      if (!node.isVisible()) {
        return false;
      }
    }
    return true;
  }

  private Point2D pointOf(FxRobot robot, LayerCell place) {
    LayerMapCanvas canvas = robot.lookup("#layer-map").queryAs(LayerMapCanvas.class);
    return canvas.localToScreen(canvas.middleOf(place));
  }

  private Color colorAt(FxRobot robot, LayerCell place) {
    LayerMapCanvas canvas = robot.lookup("#layer-map").queryAs(LayerMapCanvas.class);
    Pulses.settle();
    Image picture = robot.capture(canvas).getImage();
    Point2D middle = canvas.middleOf(place);
    return picture.getPixelReader().getColor((int) middle.getX(), (int) middle.getY() + 5);
  }

  private String selectedName() {
    return selection.tensorProperty().get().orElseThrow().info().name();
  }

  @Test
  void untilValuesAreKnownAScanIsOffered(FxRobot robot) {
    assertThat(isShown(robot, "#layers-notice")).isTrue();
    robot.clickOn("#layers-scan");
    assertThat(scans).hasValue(1);

    scanAll(robot);

    assertThat(isShown(robot, "#layers-notice")).isFalse();
  }

  @Test
  void clickSelectsTheTensor(FxRobot robot) {
    robot.clickOn(pointOf(robot, place(5, 6)));

    assertThat(selectedName()).isEqualTo("model.layers.5.mlp.gate_proj.weight");
    assertThat(text(robot, "#layers-tensor")).isEqualTo("model.layers.5.mlp.gate_proj.weight");
  }

  @Test
  void arrowsWalkAndEnterSelects(FxRobot robot) {
    robot.interact(() -> robot.lookup("#layer-map").query().requestFocus());
    robot.type(KeyCode.DOWN).type(KeyCode.DOWN).type(KeyCode.RIGHT);
    assertThat(selection.tensorProperty().get()).isEmpty();
    assertThat(text(robot, "#layers-readout")).startsWith("Layer 1 · ");
    assertThat(robot.lookup("#layer-map").query().getAccessibleText()).startsWith("Layer 1 · ");

    robot.type(KeyCode.ENTER);

    assertThat(model.shown.selectedPlaceProperty().get()).contains(new LayerCell(1, 1));
    robot.type(KeyCode.END).type(KeyCode.PAGE_DOWN).type(KeyCode.SPACE);
    assertThat(model.shown.selectedPlaceProperty().get())
        .contains(new LayerCell(LAYERS - 1, LayerFiles.ROLES.size() - 1));
  }

  @Test
  void mouseReadsOut(FxRobot robot) {
    scanAll(robot);

    robot.moveTo(pointOf(robot, place(7, 2)));

    assertThat(text(robot, "#layers-readout"))
        .isEqualTo(
            "Layer 7 · self_attn.k_proj.weight · rms 1000"
                + " · outlier: its rms is 250 times the median");
  }

  @Test
  @Tag("pixels")
  void valuesMissingValuesAndDangerHaveDifferentColors(FxRobot robot) {
    results.scale(index(1, 0), 1, 0).scale(index(2, 0), 100, 0).noNumber(index(3, 0));
    robot.interact(() -> model.scaling.set(Scaling.WHOLE_STACK));
    robot.interact(results::arrive);

    Color low = colorAt(robot, place(1, 0));
    Color high = colorAt(robot, place(2, 0));
    Color danger = colorAt(robot, place(3, 0));

    assertThat(low).isEqualTo(Color.web("#e9f3d6"));
    assertThat(high).isEqualTo(Color.web("#0c2c84"));
    assertThat(danger).isEqualTo(Color.web("#d1242f"));
  }

  private long dangerPixels(FxRobot robot) {
    Pulses.settle();
    Image picture = robot.capture(robot.lookup("#layer-map").<Node>query()).getImage();
    Color danger = Color.web("#d1242f");
    return IntStream.range(0, (int) picture.getHeight())
        .mapToLong(
            y ->
                IntStream.range(0, (int) picture.getWidth())
                    .filter(x -> picture.getPixelReader().getColor(x, y).equals(danger))
                    .count())
        .sum();
  }

  @Test
  @Tag("pixels")
  void theFrameOfTheSelectionDoesNotHideThatThereIsNaN(FxRobot robot) {
    results.scale(index(1, 0), 1, 0).scale(index(2, 0), 100, 0).health(index(2, 0), 1, 0);
    robot.interact(results::arrive);
    long before = dangerPixels(robot);

    robot.interact(() -> model.shown.select(place(2, 0)));

    assertThat(before).isPositive();
    assertThat(dangerPixels(robot)).isEqualTo(before);
  }

  /// Returns the bounds of a cell, including the frame around it.
  private static Rectangle2D around(LayerMapCanvas canvas, LayerCell place) {
    Point2D middle = canvas.middleOf(place);
    Point2D next = canvas.middleOf(new LayerCell(place.row() + 1, place.column() + 1));
    Point2D size = next.subtract(middle).add(2, 2);
    Point2D corner = middle.subtract(size.multiply(0.5));
    return new Rectangle2D(corner.getX(), corner.getY(), size.getX(), size.getY());
  }

  @Test
  @Tag("pixels")
  void marksLabelsAndFramesAreDrawnWhereTheyBelong(FxRobot robot) {
    LayerMapCanvas canvas = robot.lookup("#layer-map").queryAs(LayerMapCanvas.class);
    results.scale(index(1, 0), 1, 0).outlier(index(7, 2), 1000, 4).noNumber(index(3, 0));
    robot.interact(
        () -> {
          results.arrive();
          canvas.setStyle(
              "-fx-font-size: 16px; -tl-map-mark: lime; -tl-map-unknown: blue; -tl-map-label: red;"
                  + "-tl-map-strong-label: fuchsia; -tl-map-cursor: orange");
        });
    Pulses.settle();
    Painted painted = Painted.of(robot, canvas);
    Rectangle2D outlier = around(canvas, place(7, 2));
    Point2D first = canvas.middleOf(place(0, 0));
    Rectangle2D numbers = new Rectangle2D(0, first.getY() - 5, first.getX() - 20, 500);
    Rectangle2D names = new Rectangle2D(first.getX(), 0, 700, first.getY() - 20);

    assertThat(painted.count(Color.LIME)).as("ring").isGreaterThan(20);
    assertThat(painted.count(Color.LIME, outlier)).isEqualTo(painted.count(Color.LIME));
    assertThat(painted.count(Color.BLUE, around(canvas, place(5, 5)))).as("unknown").isPositive();
    assertThat(painted.count(Color.RED, numbers)).isPositive();
    assertThat(painted.count(Color.RED, names)).isPositive();
    assertThat(painted.count(Color.FUCHSIA, numbers)).isZero();
    Rectangle2D corner = new Rectangle2D(0, 0, first.getX() - 20, first.getY() - 20);
    assertThat(painted.count(Color.FUCHSIA, corner)).as("titles of the axes").isPositive();
    assertThat(painted.count(Color.ORANGE)).isZero();

    robot.interact(() -> model.shown.select(place(7, 2)));
    robot.moveTo(pointOf(robot, place(7, 2)));
    Painted selected = Painted.of(robot, canvas);
    outlier = around(canvas, place(7, 2));
    assertThat(selected.count(Color.LIME, outlier)).as("ring in the frame").isGreaterThan(20);
    assertThat(selected.count(Color.ORANGE, outlier))
        .isPositive()
        .isEqualTo(selected.count(Color.ORANGE));
    assertThat(selected.count(Color.FUCHSIA, numbers)).as("looked at").isPositive();
    assertThat(selected.count(Color.FUCHSIA, names)).isPositive();
  }

  @Test
  void outliersAreCountedExplainedAndWalkedThrough(FxRobot robot) {
    assertThat(isShown(robot, "#layers-outliers")).isFalse();
    scanAll(robot);

    assertThat(text(robot, "#layers-outlier-count")).isEqualTo("1 outlier");
    assertThat(isShown(robot, "#layers-outlier-rule")).isFalse();
    robot.clickOn("#layers-outlier-why");
    assertThat(isShown(robot, "#layers-outlier-rule")).isTrue();
    assertThat(text(robot, "#layers-outlier-rule")).contains("more than 5 robust", "2-fold");
    robot.clickOn("#layers-outlier-next");
    assertThat(selectedName()).isEqualTo("model.layers.7.self_attn.k_proj.weight");
  }

  @Test
  void countOfOutliersDoesNotWidenThePane(FxRobot robot) {
    scanAll(robot);
    Region view = robot.lookup("#layers-view").queryAs(Region.class);
    double width = view.minWidth(-1);

    Label count = robot.lookup("#layers-outlier-count").queryAs(Label.class);
    robot.interact(() -> count.setText("1,000 outliers; ".repeat(20)));

    assertThat(view.minWidth(-1)).isEqualTo(width);
  }

  @Test
  void outliersInOtherStacksAreCounted(FxRobot robot) {
    scanAll(robot);
    ComboBox<LayerStack> stacks = robot.lookup("#layers-stack").queryComboBox();
    robot.interact(() -> stacks.setValue(stacks.getItems().get(1)));

    assertThat(text(robot, "#layers-outlier-count")).endsWith("; 1 in other maps");
    robot.clickOn("#layers-outlier-next");

    assertThat(selectedName()).isEqualTo("model.layers.7.self_attn.k_proj.weight");
    assertThat(stacks.getValue().name()).isEqualTo("model.layers");
  }

  @Test
  void missingOutliersDoNotHideNaN(FxRobot robot) {
    for (int layer = 0; layer < LAYERS; layer++) {
      results.scale(index(layer, 0), 1, 0);
    }
    robot.interact(results::arrive);
    assertThat(text(robot, "#layers-outlier-count")).isEqualTo("No outliers among siblings");

    results.health(index(3, 1), 1, 0);
    robot.interact(results::arrive);

    assertThat(text(robot, "#layers-outlier-count")).contains("but NaN or infinities");
    assertThat(robot.lookup("#layers-outlier-count").queryAs(Label.class).getGraphic())
        .matches(icon -> icon.getStyleClass().contains("icon-warning"));
  }

  @Test
  void otherStackAndStatisticAreChosen(FxRobot robot) {
    scanAll(robot);
    ComboBox<LayerStack> stacks = robot.lookup("#layers-stack").queryComboBox();
    ComboBox<LayerStatistic> statistics = robot.lookup("#layers-statistic").queryComboBox();

    robot.interact(() -> statistics.setValue(LayerStatistic.NAN_COUNT));
    robot.moveTo(pointOf(robot, place(3, 4)));
    assertThat(text(robot, "#layers-readout")).contains("NaN count 100");
    robot.interact(() -> stacks.setValue(stacks.getItems().get(1)));

    assertThat(model.shown.heatMapProperty().get().orElseThrow().stack().name())
        .isEqualTo("vision.blocks");
    assertThat(isShown(robot, "#layers-notice")).isTrue();
  }

  @Test
  void colorsPerRoleAreTheChoiceAndTheLegendSaysSo(FxRobot robot) {
    scanAll(robot);
    assertThat(isShown(robot, "#layers-legend-each-role")).isTrue();
    assertThat(isShown(robot, "#layers-legend-high")).isFalse();

    ComboBox<Scaling> scalings = robot.lookup("#layers-scaling").queryComboBox();
    robot.interact(() -> scalings.setValue(Scaling.WHOLE_STACK));

    assertThat(isShown(robot, "#layers-legend-each-role")).isFalse();
    assertThat(text(robot, "#layers-legend-high")).isEqualTo("1000");
  }

  @Test
  void tableIsCopied(FxRobot robot) {
    scanAll(robot);

    robot.clickOn("#layers-copy");

    robot.interact(
        () ->
            assertThat(Clipboard.getSystemClipboard().getString())
                .startsWith("layer\t")
                .hasLineCount(LAYERS + 1));
  }

  @Test
  void smallPaneStillShowsTheMap(FxRobot robot) {
    scanAll(robot);
    robot.interact(
        () -> {
          stage.setWidth(330);
          stage.setHeight(190);
        });

    LayerMapCanvas canvas = robot.lookup("#layer-map").queryAs(LayerMapCanvas.class);
    Pulses.settle();

    assertThat(canvas.getHeight()).isGreaterThan(75);
    robot.interact(
        () -> model.shown.select(new LayerCell(LAYERS - 1, LayerFiles.ROLES.size() - 1)));
    Pulses.settle();
    Point2D middle = canvas.middleOf(new LayerCell(LAYERS - 1, LayerFiles.ROLES.size() - 1));
    assertThat(canvas.contains(middle)).isTrue();
  }

  @Test
  void fileWithoutLayersSaysWhy(FxRobot robot) throws IOException {
    Path other = new TensorFiles().floats("a", 1).write(folder.resolve("b.safetensors"));
    FileDocument opened = files.open(other);
    robot.interact(() -> selection.show(new DocumentState.Open(opened)));

    assertThat(isShown(robot, "#layers-note")).isTrue();
    assertThat(text(robot, "#layers-note")).startsWith("No repeated layers");
  }
}
