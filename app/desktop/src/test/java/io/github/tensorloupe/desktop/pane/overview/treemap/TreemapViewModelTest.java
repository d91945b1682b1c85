package io.github.tensorloupe.desktop.pane.overview.treemap;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.overview.treemap.Treemap.Area;
import io.github.tensorloupe.desktop.pane.overview.treemap.Treemap.Tile;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreemapViewModelTest {

  @TempDir private Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final TreemapViewModel model =
      new TreemapViewModel(selection, new Jobs(Runnable::run, Runnable::run), Messages.english());

  @BeforeEach
  void openFile() throws IOException {
    TensorFiles file = new TensorFiles();
    file.tensor("model.a.weight", Dtype.F32, new byte[40_000], 10_000);
    file.tensor("model.a.bias", Dtype.F32, new byte[20_000], 5_000);
    file.tensor("model.b", Dtype.I8, new byte[30_000], 30_000);
    for (int i = 0; i < 50; i++) {
      file.tensor("model.tiny" + i, Dtype.I8, new byte[1], 1);
    }
    file.tensor("empty", Dtype.F32, new byte[0], 0);
    files.show(file.write(folder.resolve("a.safetensors")), selection);
    model.setSize(600, 300);
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private Treemap map() {
    return model.treemap.get().orElseThrow();
  }

  private int node(String... labels) {
    return selection.openDocument().orElseThrow().tree().find(List.of(labels)).orElseThrow();
  }

  private Tile tile(String label) {
    return map().tiles().stream()
        .filter(tile -> tile.label().equals(label))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void tilesTakeRoomInProportionToTheirBytes() {
    assertThat(tile("weight").area().size() / tile("bias").area().size()).isBetween(1.99, 2.01);
  }

  @Test
  void tilesAreInsideThoseOfTheirGroups() {
    Area group = tile("a").area();
    Area tensor = tile("weight").area();

    assertThat(tile("weight").depth()).isEqualTo(tile("a").depth() + 1);
    assertThat(group.contains(tensor.x(), tensor.y())).isTrue();
    assertThat(tensor.y()).isGreaterThanOrEqualTo(group.y() + Treemap.TITLE_HEIGHT);
    assertThat(map().at(tensor.centerX(), tensor.centerY())).contains(tile("weight"));
  }

  @Test
  void tinyTilesAreMerged() {
    Tile rest = map().tiles().stream().filter(Tile::isRest).findFirst().orElseThrow();

    assertThat(rest.byteCount()).isEqualTo(50);
    assertThat(rest.tensorCount()).isEqualTo(50);
    assertThat(map().tiles()).noneMatch(tile -> tile.label().startsWith("tiny"));
  }

  @Test
  void singleTensorThatIsTooSmallAtTheTopIsLeftOver() throws IOException {
    Path path =
        new TensorFiles()
            .tensor("large", Dtype.F32, new byte[400_000], 100_000)
            .tensor("small", Dtype.I8, new byte[1], 1)
            .write(folder.resolve("small.safetensors"));
    files.show(path, selection);

    Tile rest = map().tiles().stream().filter(Tile::isRest).findFirst().orElseThrow();

    assertThat(rest.node()).isNegative();
    assertThat(rest.tensorCount()).isOne();
    assertThat(map().tiles()).extracting(Tile::label).contains("large");
  }

  @Test
  void groupWithOneChildIsReplacedByIt() {
    assertThat(map().tiles()).noneMatch(tile -> tile.label().equals("empty"));
    assertThat(map().tiles().getFirst().label()).isEqualTo("model");
  }

  @Test
  void tileOfATensorSelectsItAndTheWindowStays() {
    boolean[] browsed = new boolean[1];
    selection.tensorProperty().subscribe(_ -> browsed[0] = selection.isBrowsing());

    model.select(tile("b"));

    assertThat(selection.tensorProperty().get())
        .map(tensor -> tensor.info().name())
        .contains("model.b");
    assertThat(browsed[0]).isTrue();
    assertThat(selection.isBrowsing()).isFalse();
  }

  @Test
  void tileOfAGroupSelectsIt() {
    model.select(tile("a"));

    assertThat(selection.groupProperty().get()).hasValue(node("model", "a"));
    GroupSummary summary = model.summary.get().orElseThrow();
    assertThat(summary.tensorCount()).isEqualTo(2);
    assertThat(summary.elementCount()).isEqualTo(15_000);
    assertThat(summary.byteCount()).isEqualTo(60_000);
    assertThat(summary.dtypes()).containsExactly(Dtype.F32);
  }

  @Test
  void zoomingToAnyEnclosingGroupIsPossible() {
    model.zoomIn(tile("model"));
    model.zoomIn(tile("a"));
    assertThat(model.root()).isEqualTo(node("model", "a"));

    model.zoomTo(-1);

    assertThat(map().root()).isEqualTo(-1);
    assertThat(map().tiles()).extracting(Tile::label).contains("model");
  }

  @Test
  void selectedNodeIsFoundInTheSmallestTileThatHoldsIt() {
    assertThat(map().of(node("model", "a", "bias"))).contains(tile("bias"));
    assertThat(map().of(node("model", "a"))).contains(tile("a"));
    assertThat(map().of(node("model", "tiny7"))).map(Tile::isRest).contains(true);
    assertThat(map().of(-1)).isEmpty();
  }

  @Test
  void zoomingInFillsTheMapAndZoomingOutShowsWhatIsAround() {
    assertThat(model.zoomIn(tile("a"))).isTrue();
    assertThat(map().root()).isEqualTo(node("model", "a"));
    assertThat(map().tiles()).extracting(Tile::label).containsExactly("weight", "bias");
    assertThat(model.zoomIn(tile("bias"))).isFalse();

    assertThat(model.zoomOut()).isTrue();
    assertThat(map().root()).isEqualTo(node("model"));
    assertThat(model.zoomOut()).isTrue();
    assertThat(map().root()).isEqualTo(-1);
    assertThat(model.zoomOut()).isFalse();
  }

  @Test
  void keysGoToTheNeighbourOnThatSide() {
    Tile weight = tile("weight");
    Optional<Tile> right = map().next(weight, 1, 0).or(() -> map().next(weight, 0, 1));

    assertThat(right).isPresent();
    assertThat(map().next(right.get(), -1, 0).or(() -> map().next(right.get(), 0, -1))).isPresent();
    assertThat(map().largest()).contains(weight);
  }

  @Test
  void nameThatIsTensorAndGroupHasATileOfItsOwnInside() throws IOException {
    Path path =
        new TensorFiles()
            .tensor("a", Dtype.F32, new byte[4000], 1000)
            .tensor("a.b", Dtype.F32, new byte[4000], 1000)
            .write(folder.resolve("both.safetensors"));
    files.show(path, selection);
    NameTree tree = selection.openDocument().orElseThrow().tree();

    List<Tile> inside = map().tiles().stream().filter(tile -> tile.depth() == 1).toList();

    assertThat(inside).extracting(Tile::label).containsExactlyInAnyOrder("a", "b");
    model.select(inside.stream().filter(tile -> tile.label().equals("a")).findFirst().get());
    assertThat(selection.tensorProperty().get()).map(tensor -> tensor.info().name()).contains("a");
    assertThat(tree.isGroup(node("a"))).isTrue();
  }

  @Test
  void tileShowsNameShareAndDtype() {
    NameTree tree = map().tree();
    Tile rest = map().tiles().stream().filter(Tile::isRest).findFirst().orElseThrow();

    assertThat(model.label(tile("bias"))).isEqualTo("bias");
    assertThat(model.label(rest)).isEqualTo("50 smaller ones");
    assertThat(model.text(map(), tile("bias")))
        .isEqualTo("model.a.bias\n20.0 kB · 22.2 % · 1 tensor  F32");
    assertThat(model.text(map(), rest)).startsWith("model: 50 smaller ones\n50 B · ");
    assertThat(model.part(tree, node("model", "a"))).isEqualTo("a");
    assertThat(model.part(tree, -1)).isEqualTo("Whole document");
  }

  @Test
  void summaryDescribesTheSelection() {
    model.select(tile("a"));

    assertThat(model.text(map().tree(), model.summary.get().orElseThrow()))
        .isEqualTo("model.a · 2 tensors · 15.0 k parameters · 60.0 kB (66.6 %) · F32");
    selection.clearTensor();
    model.zoomTo(node("model", "a"));
    model.select(tile("weight"));
    assertThat(model.selectedNode()).isEqualTo(node("model", "a", "weight"));
    assertThat(model.summary.get().orElseThrow().tensorCount()).isOne();
  }

  @Test
  void whatIsLeftOverAtTheTopSelectsNothing() throws IOException {
    Path path =
        new TensorFiles()
            .tensor("large", Dtype.F32, new byte[400_000], 100_000)
            .tensor("small", Dtype.I8, new byte[1], 1)
            .write(folder.resolve("small.safetensors"));
    files.show(path, selection);
    Tile rest = map().tiles().stream().filter(Tile::isRest).findFirst().orElseThrow();

    model.select(rest);

    assertThat(model.selectedNode()).isNegative();
    assertThat(model.summary.get()).isEmpty();
    assertThat(model.tensor(rest)).isEmpty();
    assertThat(model.zoomIn(rest)).isFalse();
    assertThat(model.text(map(), rest)).startsWith("Whole document: 1 smaller ones");
  }

  @Test
  void otherRoomIsFilledAndAnotherDocumentIsShownWhole() throws IOException {
    model.zoomIn(tile("a"));
    model.setSize(1200, 300);
    assertThat(tile("weight").area().width() + tile("bias").area().width()).isGreaterThan(600);

    Path path =
        new TensorFiles()
            .floats("other", 1)
            .floats("more", 2)
            .write(folder.resolve("b.safetensors"));
    files.show(path, selection);

    assertThat(model.root()).isEqualTo(-1);
    assertThat(map().tiles()).extracting(Tile::label).containsExactlyInAnyOrder("other", "more");
    selection.show(new DocumentState.Empty());
    assertThat(model.treemap.get()).isEmpty();
    assertThat(model.selectedNode()).isNegative();
  }
}
