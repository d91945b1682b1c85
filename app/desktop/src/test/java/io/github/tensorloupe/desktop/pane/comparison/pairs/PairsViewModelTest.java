package io.github.tensorloupe.desktop.pane.comparison.pairs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.ShownComparison;
import io.github.tensorloupe.desktop.pane.comparison.pairs.PairFilter.Kind;
import io.github.tensorloupe.desktop.pane.comparison.pairs.PairListing.Order;
import io.github.tensorloupe.desktop.selection.ComparisonDocument;
import io.github.tensorloupe.desktop.selection.ComparisonResults;
import io.github.tensorloupe.desktop.selection.PairSelection;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.session.RememberedComparison.ByHand;
import io.github.tensorloupe.desktop.testing.Comparisons;
import io.github.tensorloupe.desktop.testing.Contexts;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairsViewModelTest {

  private final OpenFiles files = new OpenFiles();
  private final List<ByHand> requests = new ArrayList<>();
  private ComparisonDocument comparison;
  private ComparisonResults results;
  private PairSelection selection;
  private PairsViewModel model;

  @BeforeEach
  void open(@TempDir Path folder) throws IOException {
    Path a =
        new TensorFiles()
            .floats("layers.0.up", 1, 2, 3, 4)
            .floats("layers.0.norm", 1, 1)
            .floats("layers.1.up", 1, 2, 3, 4)
            .floats("layers.1.norm", 5, 6)
            .floats("head", 9, 8)
            .write(folder.resolve("a.safetensors"));
    Path b =
        new TensorFiles()
            .floats("layers.0.up", 1, 2, 3, 5)
            .floats("layers.0.norm", 1, 1)
            .floats("layers.1.up", 100, 2, 3, 4)
            .floats("model.layers.1.norm", 5, 6)
            .floats("tail", 3, 2)
            .write(folder.resolve("b.safetensors"));
    show(a, b);
  }

  private void show(Path a, Path b) throws IOException {
    comparison = Comparisons.open(files, a, b);
    results = new ComparisonResults(comparison);
    selection = new PairSelection(comparison);
    PaneContext context =
        Contexts.ofModel(new Selection(), new Jobs(Runnable::run, Runnable::run))
            .with(new ShownComparison(results, selection, null));
    model = new PairsViewModel(context, requests::add, _ -> {});
  }

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  private void compare() throws IOException {
    Comparisons.compare(comparison, results);
  }

  private List<String> labels() {
    return model.rows.stream().map(model::nameOf).toList();
  }

  private int node(String name) {
    return comparison.tree().nodeOf(comparison.pairNamed(name).orElseThrow());
  }

  @Test
  void structureIsThereAtOnceAndWhatIsEqualLeavesWhenItIsKnown() throws IOException {
    assertThat(labels()).contains("up", "norm", "head", "tail");
    assertThat(model.listing.get().orElseThrow().count(Kind.PENDING)).isEqualTo(4);

    compare();

    assertThat(labels()).containsExactly("head", "layers", "0.up", "1", "norm", "up", "tail");
    assertThat(model.listing.get().orElseThrow().count(Kind.EQUAL)).isEqualTo(2);
    assertThat(model.listing.get().orElseThrow().count(Kind.PENDING)).isZero();
  }

  @Test
  void wordsOfKindsAddPairsAndAllOtherWordsTakePairsAway() throws IOException {
    compare();

    model.filterText().set("only:a only:b");
    assertThat(labels()).containsExactly("head", "tail");

    model.filterText().set("equal renamed");
    assertThat(labels()).containsExactly("layers", "0.norm", "1.norm");

    model.filterText().set("values LAYERS.1");
    assertThat(labels()).containsExactly("layers.1.up");

    model.filterText().set("l2>1");
    assertThat(labels()).containsExactly("layers.1.up");

    model.filterText().set("changed>20% max<2");
    assertThat(labels()).containsExactly("layers.0.up");

    model.filterText().set("changed>1");
    assertThat(labels()).isEmpty();
  }

  @Test
  void chipsPutTheirWordIntoTheFilterAndTakeItOutAgain() throws IOException {
    compare();

    model.toggle(Kind.EQUAL);
    assertThat(model.filterText().get()).isEqualTo("changed equal");
    model.toggle(Kind.CHANGED);
    assertThat(model.filterText().get()).isEqualTo("equal");
    assertThat(model.isFilteredBy(Kind.EQUAL)).isTrue();
    model.toggle(Kind.EQUAL);

    assertThat(model.filterText().get()).isEmpty();
    assertThat(model.listing.get().orElseThrow().matchCount()).isEqualTo(6);
  }

  @Test
  void numbersThatBecameNanAreMarkedAndFound(@TempDir Path other) throws IOException {
    show(
        new TensorFiles()
            .floats("x", 1, 2, 3)
            .floats("y", 1, 2)
            .write(other.resolve("a.safetensors")),
        new TensorFiles()
            .floats("x", 1, Float.NaN, 3)
            .floats("y", 1, 3)
            .write(other.resolve("b.safetensors")));
    compare();

    PairCells cells = new PairCells(model, Messages.english());
    assertThat(cells.change(node("x"))).isEqualTo("NaN, ∞ · values");
    assertThat(cells.explanation(node("x"))).contains("NaN or infinities changed: 1");
    assertThat(cells.change(node("y"))).isEqualTo("values");
    model.sort(new Order(PairColumn.NAN, false));
    assertThat(labels()).containsExactly("x", "y");
    model.filterText().set("nan>0");
    assertThat(labels()).containsExactly("x");
  }

  @Test
  void renamedPairShowsBothNamesAndTheReason() throws IOException {
    compare();

    PairCells cells = new PairCells(model, Messages.english());
    int renamed = node("layers.1.norm");
    assertThat(cells.change(renamed)).isEqualTo("prefix → model.layers.1.norm");
    assertThat(cells.explanation(renamed))
        .contains("A  layers.1.norm", "B  model.layers.1.norm", "differ only in a prefix");
  }

  @Test
  void figureListsPairsByItAlsoWhenItIsFoundLater() throws IOException {
    model.sort(new Order(PairColumn.L2, false));
    assertThat(model.isList()).isTrue();

    compare();

    assertThat(labels()).startsWith("layers.1.up", "layers.0.up", "layers.1.norm");
    model.sort(Order.TREE);
    assertThat(labels()).startsWith("head", "layers");
  }

  @Test
  void groupsShowDifferenceCountAndLargestDifference() throws IOException {
    int group = comparison.tree().parent(node("layers.0.up"));
    assertThat(model.listing.get().orElseThrow().changed()[group]).isEqualTo(2);

    compare();

    assertThat(model.listing.get().orElseThrow().changed()[group]).isEqualTo(1);
    assertThat(model.listing.get().orElseThrow().worst()[group]).isEqualTo(1 / Math.sqrt(30));
  }

  @Test
  void selectingARowSelectsItsPairOnBothSides() throws IOException {
    compare();
    model.select(node("layers.1.norm"));

    assertThat(selection.a().tensorProperty().get().orElseThrow().info().name())
        .isEqualTo("layers.1.norm");
    assertThat(selection.b().tensorProperty().get().orElseThrow().info().name())
        .isEqualTo("model.layers.1.norm");
    assertThat(model.selectedNode()).isEqualTo(node("layers.1.norm"));

    model.select(comparison.tree().parent(node("layers.0.up")));
    assertThat(model.selectedNode()).isEqualTo(comparison.tree().parent(node("layers.0.up")));
  }

  @Test
  void pairThatIsSelectedElsewhereIsRevealed() throws IOException {
    compare();
    model.collapseAll();
    assertThat(labels()).containsExactly("head", "layers", "tail");

    selection.select(comparison.pairNamed("layers.0.up").orElseThrow());

    assertThat(labels()).containsExactly("head", "layers", "0.up", "1", "tail");
  }

  @Test
  void tensorOfOneSideIsPairedByHandOnlyWithOneOfTheOther() {
    model.partner.set(OptionalInt.of(comparison.pairNamed("tail").orElseThrow()));

    assertThat(model.canPair(node("head"))).isTrue();
    assertThat(model.canPair(node("tail"))).isFalse();
    assertThat(model.canPair(node("layers.0.up"))).isFalse();
    model.pairWithChosen(node("head"));
    model.unpair(node("layers.0.up"));

    assertThat(requests)
        .containsExactly(
            new ByHand("head", "tail", true), new ByHand("layers.0.up", "layers.0.up", false));
    assertThat(model.canUnpair(node("head"))).isFalse();
  }
}
