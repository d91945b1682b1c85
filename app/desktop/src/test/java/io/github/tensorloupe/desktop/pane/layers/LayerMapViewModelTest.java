package io.github.tensorloupe.desktop.pane.layers;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.layers.LayerCell;
import io.github.tensorloupe.analysis.layers.LayerStack;
import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.desktop.control.layermap.StackStatistic;
import io.github.tensorloupe.desktop.control.layermap.StackStatistic.Cell;
import io.github.tensorloupe.desktop.control.layermap.StackStatistic.Cell.Kind;
import io.github.tensorloupe.desktop.control.layermap.StackStatistic.Scaling;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LayerMapViewModelTest {

  private static final int LAYERS = 12;

  @TempDir private Path folder;
  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private FakeResults results;
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private final Messages messages = Messages.english();
  private FileDocument document;

  @BeforeEach
  void openFile() throws IOException {
    document = files.show(LayerFiles.write(folder.resolve("a.safetensors"), LAYERS), selection);
    results = new FakeResults(document);
  }

  @AfterEach
  void closeFile() throws IOException {
    files.close();
  }

  private LayerMapViewModel model() {
    return new LayerMapViewModel(
        selection, results.results(), new Jobs(Runnable::run, Runnable::run), messages);
  }

  private int index(int layer, int role) {
    String name = "model.layers." + layer + "." + LayerFiles.ROLES.get(role);
    return document.checkpoint().indexOf(document.checkpoint().tensor(name).orElseThrow());
  }

  private static StackStatistic map(LayerMapViewModel model) {
    return model.shown.heatMapProperty().get().orElseThrow();
  }

  private LayerCell place(LayerMapViewModel model, int tensor) {
    return map(model).stack().cellOf(tensor).orElseThrow();
  }

  private Cell cell(LayerMapViewModel model, int tensor) {
    return map(model).cell(place(model, tensor));
  }

  private String table(LayerMapViewModel model) {
    return map(model).table(messages.text("layers.table.layer"));
  }

  private String selectedName() {
    return selection.tensorProperty().get().orElseThrow().info().name();
  }

  @Test
  void largestStackIsShownFirst() {
    LayerMapViewModel model = model();

    assertThat(model.shown.stackProperty().get()).map(LayerStack::name).contains("model.layers");
    assertThat(map(model).rowCount()).isEqualTo(LAYERS);
    assertThat(map(model).columnCount()).isEqualTo(LayerFiles.ROLES.size());
    assertThat(model.shown.stacksProperty().get()).hasSize(2);
  }

  @Test
  void stackOfTheSelectedTensorIsShownFirst() {
    selection.select(document.checkpoint().tensor("vision.blocks.1.norm.bias").orElseThrow());

    LayerMapViewModel model = model();

    assertThat(map(model).stack().name()).isEqualTo("vision.blocks");
    assertThat(model.shown.cursorProperty().get()).contains(new LayerCell(1, 0));
  }

  @Test
  void fileWithoutLayersSaysSo() throws IOException {
    files.show(
        new TensorFiles().floats("a", 1).floats("b", 2).write(folder.resolve("b.safetensors")),
        selection);

    LayerMapViewModel model = model();

    assertThat(model.shown.noteProperty().get()).isEqualTo(Messages.english().text("layers.none"));
    assertThat(model.shown.heatMapProperty().get()).isEmpty();
  }

  @Test
  void cellsSayWhatIsKnown() {
    results.scale(index(0, 1), 0.5, 0).scale(index(1, 1), 0, 0).noNumber(index(2, 1));
    results.scale(index(3, 1), 2, 0).health(index(3, 1), 7, 0);
    LayerMapViewModel model = model();

    assertThat(cell(model, index(0, 1))).isEqualTo(new Cell(Kind.VALUE, 0.5, false, false));
    assertThat(cell(model, index(1, 1)).kind()).isEqualTo(Kind.ZERO);
    assertThat(cell(model, index(2, 1)).kind()).isEqualTo(Kind.NO_NUMBER);
    assertThat(cell(model, index(2, 1)).notFinite()).isTrue();
    assertThat(cell(model, index(3, 1))).isEqualTo(new Cell(Kind.VALUE, 2, true, false));
    assertThat(cell(model, index(4, 1)).kind()).isEqualTo(Kind.UNKNOWN);
    model.scaling.set(Scaling.WHOLE_STACK);
    assertThat(map(model).sharedScale().orElseThrow().low()).isEqualTo(0.5);
    assertThat(map(model).sharedScale().orElseThrow().high()).isEqualTo(2);
    assertThat(map(model).knownCount()).isEqualTo(4);
    assertThat(map(model).missingCount()).isEqualTo(LAYERS * LayerFiles.ROLES.size() - 4);
  }

  @Test
  void resultsOfAnotherDocumentAreNotDrawnIntoTheMap() throws IOException {
    LayerMapViewModel model = model();
    ScanResults shared = results.results();
    StackStatistic drawn = map(model);

    shared.begin(Optional.of(files.open(folder.resolve("a.safetensors"))));

    assertThat(map(model)).isSameAs(drawn);
  }

  @Test
  void newResultsAreShownWhenTheyArrive() {
    LayerMapViewModel model = model();
    results.scale(index(5, 0), 3, 0);
    assertThat(cell(model, index(5, 0)).kind()).isEqualTo(Kind.UNKNOWN);

    results.arrive();

    assertThat(cell(model, index(5, 0)).value()).isEqualTo(3);
  }

  @Test
  void statisticDeterminesTheValues() {
    results.scale(index(5, 0), 3, -0.25).health(index(5, 0), 0, 50);
    LayerMapViewModel model = model();

    model.statistic.set(LayerStatistic.MEAN);
    assertThat(cell(model, index(5, 0)).value()).isEqualTo(-0.25);
    model.statistic.set(LayerStatistic.SPARSITY);
    assertThat(cell(model, index(5, 0)).value()).isEqualTo(0.5);
  }

  @Test
  void farthestOutliersAreVisitedFirst() {
    for (int layer = 0; layer < LAYERS; layer++) {
      results.scale(index(layer, 2), 1, 0).scale(index(layer, 3), 1, 0);
    }
    results.outlier(index(7, 2), 5, 1).outlier(index(9, 3), 1e-3, 1);
    LayerMapViewModel model = model();

    assertThat(map(model).outliers())
        .extracting(Outlier::tensor)
        .containsExactly(index(9, 3), index(7, 2));
    assertThat(cell(model, index(7, 2)).isOutlier()).isTrue();
    model.selectNextOutlier();
    assertThat(selectedName()).isEqualTo("model.layers.9.self_attn.v_proj.weight");
    model.selectNextOutlier();
    assertThat(selectedName()).isEqualTo("model.layers.7.self_attn.k_proj.weight");
    model.selectNextOutlier();
    assertThat(selectedName()).isEqualTo("model.layers.9.self_attn.v_proj.weight");
  }

  @Test
  void cursorStaysInsideTheMap() {
    LayerMapViewModel model = model();

    model.shown.moveCursor(0, 1);
    assertThat(model.shown.cursorProperty().get()).contains(new LayerCell(0, 0));
    model.shown.moveCursor(-3, 2);
    assertThat(model.shown.cursorProperty().get()).contains(new LayerCell(0, 2));
    model.shown.moveCursor(Integer.MAX_VALUE, 100);
    assertThat(model.shown.cursorProperty().get())
        .contains(new LayerCell(LAYERS - 1, LayerFiles.ROLES.size() - 1));
  }

  @Test
  void cellAndTensorSelectionAreSynchronized() {
    LayerMapViewModel model = model();

    model.shown.select(place(model, index(4, 6)));
    assertThat(selectedName()).isEqualTo("model.layers.4.mlp.gate_proj.weight");
    selection.select(document.checkpoint().tensors().get(index(2, 8)));
    assertThat(model.shown.cursorProperty().get()).contains(place(model, index(2, 8)));
    assertThat(model.shown.selectedPlaceProperty().get()).contains(place(model, index(2, 8)));
    selection.select(document.checkpoint().tensor("model.embed_tokens.weight").orElseThrow());
    assertThat(model.shown.selectedPlaceProperty().get()).isEmpty();
  }

  @Test
  void inactiveMapComputesNothing() {
    LayerMapViewModel model =
        new LayerMapViewModel(
            selection, results.results(), new Jobs(waiting::add, Runnable::run), messages);
    model.shown.activeProperty().set(false);
    waiting.clear();
    selection.show(new DocumentState.Empty());
    selection.show(new DocumentState.Open(document));
    results.arrive();

    assertThat(waiting).isEmpty();
    model.shown.activeProperty().set(true);
    assertThat(waiting).hasSize(1);
    assertThat(model.shown.noteProperty().get())
        .isEqualTo(Messages.english().text("layers.arranging"));
    waiting.remove().run();
    assertThat(model.shown.heatMapProperty().get()).isPresent();
  }

  @Test
  void mapOfAClosedDocumentIsDropped() {
    LayerMapViewModel model =
        new LayerMapViewModel(
            selection, results.results(), new Jobs(waiting::add, Runnable::run), messages);

    selection.show(new DocumentState.Empty());
    waiting.remove().run();

    assertThat(model.shown.noteProperty().get())
        .isEqualTo(Messages.english().text("layers.nothing"));
    assertThat(model.shown.heatMapProperty().get()).isEmpty();
  }

  @Test
  void closedDocumentLeavesNoMap() {
    LayerMapViewModel model = model();

    selection.show(new DocumentState.Empty());

    assertThat(model.shown.noteProperty().get())
        .isEqualTo(Messages.english().text("layers.nothing"));
    assertThat(model.shown.heatMapProperty().get()).isEmpty();
    assertThat(model.shown.cursorProperty().get()).isEmpty();
    assertThat(model.shown.selectedPlaceProperty().get()).isEmpty();
  }

  @Test
  void tableHasALineForEachLayer() {
    results.scale(index(0, 0), 0.1, 0).noNumber(index(1, 0)).scale(index(2, 0), 0, 0);
    results.scale(index(3, 0), 3, 0);
    LayerMapViewModel model = model();

    assertThat(table(model).lines().map(line -> line.split("\t")[0]))
        .startsWith("layer", "0", "1")
        .hasSize(LAYERS + 1);
    int column = 1 + place(model, index(0, 0)).column();
    assertThat(table(model).lines().limit(6).map(line -> line.split("\t", -1)[column]))
        .containsExactly("input_layernorm.weight", "0.1", "NaN", "0", "3", "");
  }

  @Test
  void readoutDescribesTheOutlier() {
    for (int layer = 0; layer < LAYERS; layer++) {
      results.scale(index(layer, 2), 1, 0);
    }
    results.outlier(index(7, 2), 1.0 / 16, 1);
    LayerMapViewModel model = model();

    assertThat(model.text(map(model), place(model, index(7, 2))))
        .isEqualTo(
            "Layer 7 · self_attn.k_proj.weight · rms 0.0625"
                + " · outlier: its rms is 16 times smaller than the median");
    assertThat(model.text(map(model), place(model, index(7, 3))))
        .isEqualTo("Layer 7 · self_attn.v_proj.weight · not measured yet");
  }

  private double position(LayerMapViewModel model, int tensor) {
    StackStatistic map = map(model);
    return map.scale(place(model, tensor).column())
        .position(map.cell(place(model, tensor)).value());
  }

  @Test
  void roleOfLargeValuesLeavesTheOthersTheirColors() {
    for (int layer = 0; layer < LAYERS; layer++) {
      // A norm near 1, and weights that grow from layer to layer.
      results.scale(index(layer, 0), 1, 0).scale(index(layer, 1), 0.02 * (1 + 0.1 * layer), 0);
    }
    LayerMapViewModel model = model();

    assertThat(position(model, index(0, 1))).isLessThan(0.01);
    assertThat(position(model, index(LAYERS - 1, 1))).isGreaterThan(0.99);
    assertThat(position(model, index(0, 0))).isEqualTo(position(model, index(5, 0)));
    assertThat(model.text(map(model), place(model, index(0, 1))))
        .isEqualTo("Layer 0 · self_attn.q_proj.weight · rms 0.02 · 0.667 × the median of its role");

    model.scaling.set(Scaling.WHOLE_STACK);

    assertThat(position(model, index(0, 0))).isEqualTo(1);
    assertThat(position(model, index(LAYERS - 1, 1))).isLessThan(0.25);
  }

  @Test
  void expertsShareAScaleAndFollowTheOtherStacks() throws IOException {
    TensorFiles tensors = new TensorFiles();
    for (int layer = 0; layer < 4; layer++) {
      tensors.floats("layers." + layer + ".norm.weight", 1);
      for (int expert = 0; expert < 16; expert++) {
        tensors.floats("layers." + layer + ".mlp.experts." + expert + ".w1.weight", 1);
      }
    }
    document = files.show(tensors.write(folder.resolve("moe.safetensors")), selection);
    results = new FakeResults(document);
    for (int tensor = 0; tensor < document.checkpoint().tensors().size(); tensor++) {
      results.scale(tensor, 1 + tensor % 5, 0);
    }
    LayerMapViewModel model = model();

    assertThat(model.shown.stacksProperty().get())
        .extracting(stack -> stack.expertRole().orElse(""))
        .containsExactly("", "mlp.experts.*.w1.weight");
    assertThat(map(model).sharedScale()).isEmpty();
    model.shown.stackProperty().set(Optional.of(model.shown.stacksProperty().get().getLast()));
    assertThat(map(model).columnCount()).isEqualTo(16);
    assertThat(map(model).sharedScale()).isPresent();
    assertThat(model.text(map(model), new LayerCell(0, 3)))
        .contains("experts.3.w1", "× the median of all experts");
  }

  @Test
  void nextOutlierMayBeInAnotherStack() {
    int vision =
        document
            .checkpoint()
            .indexOf(document.checkpoint().tensor("vision.blocks.1.norm.bias").orElseThrow());
    results.outlier(index(7, 2), 1000, 4).outlier(vision, 1000, 4);
    LayerMapViewModel model = model();
    assertThat(model.outliersElsewhere()).isEqualTo(1);

    model.selectNextOutlier();
    assertThat(selectedName()).isEqualTo("model.layers.7.self_attn.k_proj.weight");
    model.selectNextOutlier();
    assertThat(selectedName()).isEqualTo("vision.blocks.1.norm.bias");
    assertThat(map(model).stack().name()).isEqualTo("vision.blocks");
    assertThat(model.shown.cursorProperty().get()).contains(new LayerCell(1, 0));
    model.selectNextOutlier();
    assertThat(selectedName()).isEqualTo("model.layers.7.self_attn.k_proj.weight");
  }

  @Test
  void largeStackIsDrawnInTheBackgroundAndAgainIfMoreArrivesMeanwhile() throws IOException {
    TensorFiles tensors = new TensorFiles();
    for (int layer = 0; layer < 101; layer++) {
      for (int role = 0; role < 100; role++) {
        tensors.floats("layers." + layer + ".r" + role, 1);
      }
    }
    document = files.show(tensors.write(folder.resolve("large.safetensors")), selection);
    results = new FakeResults(document);
    LayerMapViewModel model =
        new LayerMapViewModel(
            selection, results.results(), new Jobs(waiting::add, Runnable::run), messages);
    while (model.shown.stacksProperty().get().isEmpty()) {
      waiting.remove().run();
    }
    assertThat(model.shown.heatMapProperty().get()).isEmpty();

    results.scale(0, 1, 0).arrive();
    assertThat(waiting).hasSize(1);
    waiting.remove().run();

    assertThat(map(model).knownCount()).isZero();
    assertThat(waiting).as("drawn again").hasSize(1);
    waiting.remove().run();
    assertThat(map(model).knownCount()).isEqualTo(1);
    assertThat(waiting).isEmpty();

    model.scaling.set(Scaling.WHOLE_STACK);
    waiting.remove().run();
    assertThat(map(model).sharedScale()).isPresent();
  }

  @Test
  void tensorOfAllExpertsSaysHowManyItHas() throws IOException {
    TensorFiles tensors = new TensorFiles();
    for (int layer = 0; layer < 2; layer++) {
      tensors.tensor("layers." + layer + ".mlp.experts.down_proj", Dtype.U8, new byte[24], 6, 2, 2);
    }
    document = files.show(tensors.write(folder.resolve("stacked.safetensors")), selection);
    results = new FakeResults(document);
    LayerMapViewModel model = model();

    assertThat(model.text(map(model), new LayerCell(1, 0)))
        .isEqualTo("Layer 1 · mlp.experts.down_proj · not measured yet · 6 experts in one tensor");
  }
}
