package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.layers.LayerStack;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.storage.WeightForm;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import javafx.collections.ObservableList;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.Labeled;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TableCell;
import javafx.scene.control.ToggleButton;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Examines quantized models: the loss in each layer, the layers, and the distribution of several
/// weights together.
@ExtendWith(StageExtension.class)
class DequantizedJourneyTest {

  /// The codes of 1, 1.5 and 2.
  private static final byte[] CODES = {0x38, 0x3c, 0x40};

  @TempDir static Path folder;

  private final ChosenSettings settings = ChosenSettings.inMemory(Settings.DEFAULT);
  private Path original;
  private Path quantized;
  private Workspace workspace;

  @BeforeEach
  void writeFiles() throws IOException {
    Path own = Files.createTempDirectory(folder, "models");
    original =
        new TensorFiles()
            .tensor("layers.0.up.weight", Dtype.F32, TensorFiles.f32(2, 3, 4), 1, 3)
            .tensor("layers.1.up.weight", Dtype.F32, TensorFiles.f32(2, 3, 4.25f), 1, 3)
            .tensor("layers.2.up.weight", Dtype.F32, TensorFiles.f32(2, 3, 8), 1, 3)
            .floats("norm", 1, 2, 3)
            .write(own.resolve("original.safetensors"));
    quantized =
        new TensorFiles()
            .tensor("layers.0.up.weight", Dtype.F8_E4M3, CODES, 1, 3)
            .tensor("layers.0.up.weight_scale", Dtype.F32, TensorFiles.f32(2), 1)
            .tensor("layers.1.up.weight", Dtype.F8_E4M3, CODES, 1, 3)
            .tensor("layers.1.up.weight_scale", Dtype.F32, TensorFiles.f32(2), 1)
            .tensor("layers.2.up.weight", Dtype.F8_E4M3, CODES, 1, 3)
            .tensor("layers.2.up.weight_scale", Dtype.F32, TensorFiles.f32(2), 1)
            .floats("norm", 1, 2, 3)
            .write(own.resolve("quantized.safetensors"));
  }

  @Start
  void show(Stage stage) {
    workspace = new Workspace(new TestEnvironment(folder).settings(settings).build());
    TestWindow.show(stage, workspace.view, 1400, 900);
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> TestWindow.close(workspace::close));
  }

  private void compare(FxRobot robot) {
    robot.interact(() -> workspace.opener.compare(original, quantized, List.of()));
    expectComparison();
  }

  private void expectComparison() {
    TestWindow.assertEventually(
        () ->
            assertThat(
                    workspace
                        .comparison
                        .context()
                        .filter(
                            it ->
                                it.compared().results().stateProperty().get()
                                    instanceof ScanState.Done))
                .isPresent());
  }

  private void open(FxRobot robot, String tensor, Command pane) {
    robot.interact(() -> workspace.opener.open(quantized));
    TestWindow.waitUntil(
        "weights are found",
        () -> workspace.context.selection().quantizationProperty().get().isPresent());
    robot.interact(() -> workspace.selectTensor(tensor));
    robot.interact(() -> workspace.context.commands().run(pane));
  }

  private static Optional<Node> findShown(FxRobot robot, String id) {
    return robot.lookup("#" + id).queryAll().stream()
        .filter(DequantizedJourneyTest::isShown)
        .findFirst();
  }

  private static boolean isShown(Node node) {
    for (Node at = node; at != null; at = at.getParent()) {
      if (!at.isVisible()) {
        return false;
      }
    }
    return node.getScene() != null;
  }

  private static void expectText(FxRobot robot, String id, String text) {
    TestWindow.assertEventually(
        () ->
            assertThat(findShown(robot, id).filter(it -> ((Labeled) it).getText().equals(text)))
                .isPresent());
  }

  private static void press(FxRobot robot, String id) {
    robot.interact(() -> ((ToggleButton) findShown(robot, id).orElseThrow()).fire());
  }

  /// Returns the texts of the visible cells of pairs with this style.
  private static List<String> cells(FxRobot robot, String style) {
    return robot.lookup("#pairs-tree ." + style).<TableCell<?, ?>>queryAll().stream()
        .filter(cell -> !cell.isEmpty() && cell.isVisible())
        .sorted(Comparator.comparingInt(IndexedCell::getIndex))
        .map(Labeled::getText)
        .toList();
  }

  private static void expectNames(FxRobot robot, String... names) {
    TestWindow.assertEventually(
        () -> assertThat(cells(robot, "name-cell")).isEqualTo(List.of(names)));
  }

  @Test
  void originalIsComparedWithItsQuantizedFormTheWorstLayerFirst(FxRobot robot) {
    compare(robot);

    expectNames(robot, "layers.2.up.weight", "layers.1.up.weight");
    expectText(robot, "pairs-title", "Tensors dequantized");
    expectText(robot, "compare-form", "Tensors dequantized");
    // An error of 4 relative to the norm of (2, 3, 8) determines both figures.
    assertThat(cells(robot, "figure-cell")).contains("0.456", "6.82");
    assertThat(((Labeled) findShown(robot, "compare-worst-0").orElseThrow()).getText())
        .isEqualTo("layers.2.up.weight  ·  relative L2 0.456  ·  SQNR: 6.82 dB  ·  Largest |Δ|: 4");

    robot.interact(() -> workspace.context.commands().run(Command.SHOW_LAYERS));

    expectText(robot, "compare-layers-form", "Tensors dequantized");
  }

  @Test
  void comparisonTurnsToStoredTensorsAndBack(FxRobot robot) {
    compare(robot);
    expectNames(robot, "layers.2.up.weight", "layers.1.up.weight");

    press(robot, "pairs-stored");

    expectText(robot, "pairs-title", "Tensors as stored");
    expectComparison();
    assertThat(settings.get().weightForm()).isEqualTo(WeightForm.CODES);
    assertThat(workspace.comparison.context().orElseThrow().compared().comparison().pairs())
        .extracting(pair -> pair.name())
        .contains("layers.0.up.weight_scale");

    press(robot, "pairs-dequantized");

    expectText(robot, "pairs-title", "Tensors dequantized");
    expectNames(robot, "layers.2.up.weight", "layers.1.up.weight");
    assertThat(settings.get().weightForm()).isEqualTo(WeightForm.VALUES);
  }

  @Test
  void stoppedConversionCanBeRequestedAgain(FxRobot robot) {
    compare(robot);
    expectNames(robot, "layers.2.up.weight", "layers.1.up.weight");
    ObservableList<Job> running = workspace.context.jobs().running();

    robot.interact(
        () -> {
          ((ToggleButton) findShown(robot, "pairs-stored").orElseThrow()).fire();
          List.copyOf(running).forEach(Job::cancel);
        });
    TestWindow.waitUntil("it is stopped", running::isEmpty);

    assertThat(findShown(robot, "pairs-title").map(it -> ((Labeled) it).getText()))
        .contains("Tensors dequantized");

    press(robot, "pairs-stored");

    expectText(robot, "pairs-title", "Tensors as stored");
  }

  @Test
  void valuesOfAPairAreShownNextToEachOther(FxRobot robot) {
    compare(robot);
    expectNames(robot, "layers.2.up.weight", "layers.1.up.weight");

    robot.interact(() -> workspace.comparison.session().orElseThrow().select("layers.2.up.weight"));
    robot.interact(() -> workspace.context.commands().run(Command.SHOW_VALUES));

    TestWindow.waitUntil(
        "the values of B are read",
        () ->
            robot.lookup("#values-value").queryAll().stream()
                    .map(node -> ((Labeled) node).getText())
                    .filter("= 2"::equals)
                    .count()
                == 2);
    expectText(
        robot,
        "bits-sentence",
        "Dequantized values are compared, not bits: 1 of 3 elements have another value.");
  }

  @Test
  void layersAreThoseOfCodesOrOfValues(FxRobot robot) {
    open(robot, "layers.1.up.weight", Command.SHOW_LAYERS);

    expectText(robot, "all-title", "Tensors dequantized");
    expectRoles(robot, 1);
    TestWindow.waitUntil(
        "the values are measured", () -> workspace.weights.results().measuredCount() > 3);

    press(robot, "all-codes");

    expectText(robot, "all-title", "Tensors as stored");
    expectRoles(robot, 2);

    press(robot, "all-values");

    expectRoles(robot, 1);
    assertThat(settings.get().weightForm()).isEqualTo(WeightForm.VALUES);
  }

  private static void expectRoles(FxRobot robot, int count) {
    TestWindow.assertEventually(
        () ->
            assertThat(
                    findShown(robot, "layers-stack")
                        .map(node -> (LayerStack) ((ComboBox<?>) node).getValue())
                        .filter(stack -> stack.roles().size() == count))
                .isPresent());
  }

  @Test
  void histogramOfALayerCountsCodesOrValues(FxRobot robot) {
    open(robot, "layers.1.up.weight", Command.SHOW_HISTOGRAM);
    chooseScope(robot, "checkpoint");

    expectText(robot, "histogram-name", "The whole checkpoint, dequantized");
    expectText(robot, "histogram-facts", "12 values");

    press(robot, "weight-codes");
    chooseScope(robot, "checkpoint");

    expectText(robot, "histogram-name", "The whole checkpoint, as stored");
    expectText(robot, "histogram-facts", "15 values");
  }

  private static void chooseScope(FxRobot robot, String scope) {
    TestWindow.waitUntil(
        "there is a histogram", () -> findShown(robot, "histogram-scope").isPresent());
    robot.interact(
        () ->
            ((MenuButton) findShown(robot, "histogram-scope").orElseThrow())
                .getItems().stream()
                    .filter(item -> ("histogram-scope-" + scope).equals(item.getId()))
                    .findFirst()
                    .ifPresent(MenuItem::fire));
  }
}
