package io.github.tensorloupe.desktop.pane.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.tree.HealthCell.HealthText;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.MeasuredTensor;
import io.github.tensorloupe.desktop.selection.ScanResults.ScannedTensor;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.selection.figures.Figure;
import io.github.tensorloupe.desktop.selection.figures.FigureOrder;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.SampleHealth;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TensorTreeViewModelTest {

  private final Selection selection = new Selection();
  private final ScanResults results = new ScanResults();
  private final TensorTreeViewModel model =
      new TensorTreeViewModel(
          selection, results, new Jobs(Runnable::run, Runnable::run), Messages.english());
  private Checkpoint checkpoint;

  @BeforeEach
  void openCheckpoint(@TempDir Path folder) throws IOException {
    TensorFiles file = new TensorFiles();
    for (int layer = 0; layer < 40; layer++) {
      file.tensor("model.layers." + layer + ".up.weight", Dtype.U8, new byte[layer + 1], layer + 1);
      file.floats("model.layers." + layer + ".norm", 1, 2);
    }
    file.floats("head", 1);
    checkpoint =
        Checkpoint.open(
            file.write(folder.resolve("a.safetensors")), Cancellation.NEVER, Progress.NONE);
    FileDocument document = FileDocument.of(checkpoint, List.of(), List::of);
    results.begin(Optional.of(document));
    selection.show(new DocumentState.Open(document));
  }

  private void found(String name, TensorHealth health) {
    int tensor = checkpoint.indexOf(checkpoint.tensor(name).orElseThrow());
    results.addHealth(List.of(new ScannedTensor(tensor, health, List.of())));
  }

  @Test
  void healthFilterFollowsWhatTheScanFinds() {
    model.filterText.set("health:nan");
    assertThat(labels()).isEmpty();

    found("model.layers.3.norm", SampleHealth.nanAt(0));
    found("model.layers.4.norm", SampleHealth.allZero());

    assertThat(labels()).containsExactly("model.layers.3.norm");
    assertThat(model.matchCount.get()).isEqualTo(1);
  }

  @Test
  void rowWithoutMatchingChildrenCannotBeExpanded(@TempDir Path folder) throws IOException {
    TensorFiles files =
        new TensorFiles().tensor("w", Dtype.U8, new byte[1], 1).floats("w.scale", 1);
    try (Checkpoint other =
        Checkpoint.open(
            files.write(folder.resolve("b.safetensors")), Cancellation.NEVER, Progress.NONE)) {
      FileDocument document = FileDocument.of(other, List.of(), List::of);
      results.begin(Optional.of(document));
      selection.show(new DocumentState.Open(document));
      assertThat(model.opens(0)).isTrue();

      model.filterText.set("dtype:u8");

      assertThat(labels()).containsExactly("w");
      assertThat(model.opens(0)).isFalse();
      selection.show(new DocumentState.Empty());
    }
  }

  @Test
  void groupThatWasClosedStaysClosedWhenMoreIsFound() {
    found("model.layers.3.norm", SampleHealth.nanAt(0));
    found("model.layers.3.up.weight", SampleHealth.nanAt(0));
    model.filterText.set("health:bad");
    model.toggle(nodeLabelled("model.layers.3"));

    found("model.layers.4.norm", SampleHealth.nanAt(0));

    assertThat(labels()).containsExactly("model.layers", "3", "4.norm");
  }

  @Test
  void orderByHealthPutsTheWorstFirstAlsoWhenItIsFoundLater() {
    model.order.sort(new TreeOrder(TreeOrder.Key.HEALTH, true));
    found("model.layers.7.norm", SampleHealth.constant());
    found("model.layers.9.norm", SampleHealth.nanAt(0));

    assertThat(labels()).startsWith("model.layers", "9", "7", "0");
    assertThat(labels()).endsWith("head");
  }

  @Test
  void outlierIsMarkedWithItsGroupsAndSortedBelowProblems() {
    model.order.sort(new TreeOrder(TreeOrder.Key.HEALTH, true));
    found("model.layers.7.norm", SampleHealth.constant());
    found("model.layers.9.norm", SampleHealth.healthy());
    int tensor = checkpoint.indexOf(checkpoint.tensor("model.layers.9.norm").orElseThrow());
    HealthText text = new HealthText(model, Messages.english());

    results.setOutliers(List.of(new Outlier(tensor, 0.125, 1, -9)));

    assertThat(labels()).startsWith("model.layers", "7", "9", "0");
    assertThat(text.of(nodeLabelled("9"))).isEqualTo("Contains outliers among their siblings");
    model.filterText.set("health:outlier");
    assertThat(labels()).containsExactly("model.layers.9.norm");
    assertThat(text.of(nodeLabelled("model.layers.9.norm")))
        .startsWith("Values: no problems\nOutlier: its scale (rms) is 8 times smaller")
        .contains("more than 5 robust standard deviations", "at least 2-fold");
    results.setOutliers(List.of());
    assertThat(labels()).isEmpty();
  }

  @Test
  void missingBytesOfATensorAreReported(@TempDir Path folder) throws IOException {
    String entry = "\"%s\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[%d,%d]}";
    Path cut =
        TensorFiles.raw(
            folder.resolve("cut.safetensors"),
            "{%s,%s,%s,%s}"
                .formatted(
                    entry.formatted("a", 0, 4),
                    entry.formatted("b", 4, 8),
                    entry.formatted("group.c", 8, 12),
                    entry.formatted("group.d", 12, 16)),
            6);
    try (Checkpoint shown = Checkpoint.open(cut, Cancellation.NEVER, Progress.NONE)) {
      FileDocument document = FileDocument.of(shown, List.of(), List::of);
      results.begin(Optional.of(document));
      selection.show(new DocumentState.Open(document));
      HealthText text = new HealthText(model, Messages.english());

      assertThat(text.of(nodeLabelled("a"))).isEmpty();
      assertThat(text.of(nodeLabelled("b"))).startsWith("Truncated: ");
      assertThat(text.of(nodeLabelled("group"))).isEqualTo("Contains truncated or missing tensors");
      model.expandAll();
      assertThat(text.of(nodeLabelled("c"))).startsWith("Missing: ");
      results.begin(Optional.empty());
      selection.show(new DocumentState.Empty());
    }
  }

  @AfterEach
  void closeCheckpoint() throws IOException {
    checkpoint.close();
  }

  private List<String> labels() {
    return model.rows.stream().map(model::nameOf).toList();
  }

  private int nodeLabelled(String label) {
    return model.rows.stream()
        .filter(row -> model.nameOf(row).equals(label))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void largeTreesOpenDownToTheFirstLevelWithManyParts() {
    assertThat(labels()).hasSize(42).startsWith("head", "model.layers", "0", "1", "2");
    assertThat(labels()).doesNotContain("norm");
  }

  @Test
  void partsAreInNaturalOrder() {
    assertThat(labels().indexOf("10")).isEqualTo(labels().indexOf("9") + 1);
  }

  @Test
  void openedGroupsShowTheirParts() {
    model.toggle(nodeLabelled("10"));

    assertThat(labels().subList(labels().indexOf("10"), labels().indexOf("11")))
        .containsExactly("10", "norm", "up.weight");
  }

  @Test
  void closedGroupsHideTheirParts() {
    model.expandAll();
    model.toggle(nodeLabelled("model.layers"));

    assertThat(labels()).containsExactly("head", "model.layers");
  }

  @Test
  void filteringShowsMatchesUnderOpenGroups() {
    model.filterText.set("layers.3. dtype:f32");

    assertThat(labels()).containsExactly("model.layers.3.norm");
    assertThat(model.matchCount.get()).isEqualTo(1);
  }

  @Test
  void clearingTheFilterRestoresExpandedGroups() {
    model.filterText.set("layers.3.");
    model.filterText.set("");

    assertThat(labels()).hasSize(42).doesNotContain("norm");
    assertThat(model.matchCount.get()).isEqualTo(81);
  }

  @Test
  void selectingATensorElsewhereExpandsItsGroups() {
    TensorRef tensor = checkpoint.tensor("model.layers.7.norm").orElseThrow();

    selection.select(tensor);

    assertThat(labels()).contains("7", "norm");
    assertThat(model.indexOfNode(model.nodeOf(tensor))).isPositive();
  }

  @Test
  void selectingARowSelectsItsTensorAndAGroupSelectsNone() {
    model.expandAll();

    model.select(nodeLabelled("head"));
    assertThat(selection.tensorProperty().get())
        .map(tensor -> tensor.info().name())
        .contains("head");

    model.select(nodeLabelled("model.layers"));
    assertThat(selection.tensorProperty().get()).isEqualTo(Optional.empty());
  }

  @Test
  void sortingBySizeOrdersSiblingsAndKeepsGroupsTogether() {
    model.order.sort(new TreeOrder(TreeOrder.Key.BYTES, false));
    model.expandAll();

    assertThat(labels()).startsWith("model.layers", "39", "up.weight");
    assertThat(labels()).endsWith("head");
    // The groups `model` and `up` share a row with their only child.
    assertThat(labels()).hasSize(model.tree().size() - 41);
  }

  @Test
  void theLatestOrderWinsAlsoWhenItIsTheOneThatIsThere() {
    Queue<Runnable> waiting = new ArrayDeque<>();
    TensorTreeViewModel slow =
        new TensorTreeViewModel(
            selection, results, new Jobs(waiting::add, Runnable::run), Messages.english());
    List<Integer> before = List.copyOf(slow.rows);

    slow.order.sort(new TreeOrder(TreeOrder.Key.BYTES, false));
    slow.order.sort(TreeOrder.NATURAL);
    runAll(waiting);
    assertThat(slow.rows).isEqualTo(before);

    slow.order.sort(new TreeOrder(TreeOrder.Key.NAME, false));
    slow.filterText.set("norm");
    selection.show(new DocumentState.Open(FileDocument.of(checkpoint, List.of(), List::of)));
    runAll(waiting);
    assertThat(slow.matchCount.get()).isEqualTo(40);
    assertThat(slow.nameOf(slow.rows.get(1))).isEqualTo("39.norm");
  }

  private static void runAll(Queue<Runnable> waiting) {
    while (!waiting.isEmpty()) {
      waiting.remove().run();
    }
  }

  @Test
  void closingTheDocumentEmptiesTheTree() {
    selection.show(new DocumentState.Empty());

    assertThat(model.rows).isEmpty();
    assertThat(model.matchCount.get()).isZero();
  }

  @Test
  void groupThatIsSelectedElsewhereIsRevealed() {
    model.collapseAll();
    int node = model.tree().find(List.of("model", "layers", "7")).orElseThrow();

    selection.selectGroup(node);

    assertThat(model.selectedNode()).isEqualTo(node);
    assertThat(model.indexOfNode(node)).isNotNegative();
    assertThat(model.isExpanded(node)).isFalse();
  }

  @Test
  void rowOfAGroupSelectsIt() {
    int node = model.tree().find(List.of("model", "layers")).orElseThrow();

    model.select(node);

    assertThat(selection.groupProperty().get()).hasValue(node);
    assertThat(selection.tensorProperty().get()).isEmpty();
  }

  @Test
  void rowsAreFoundInEveryOrder() {
    model.expandAll();
    model.order.sort(new TreeOrder(TreeOrder.Key.BYTES, false));

    for (int i = 0; i < model.rows.size(); i++) {
      assertThat(model.indexOfNode(model.rows.get(i))).isEqualTo(i);
    }
    model.collapseAll();
    assertThat(model.indexOfNode(model.tree().size() - 1)).isEqualTo(-1);
    assertThat(model.indexOfNode(-1)).isEqualTo(-1);
  }

  @Test
  void tensorSelectedWhileHiddenIsShownOnceTheFilterIsCleared() {
    TensorRef tensor = checkpoint.tensor("model.layers.7.norm").orElseThrow();
    model.filterText.set("layers.3.");
    selection.select(tensor);
    assertThat(model.indexOfNode(model.nodeOf(tensor))).isNegative();

    model.filterText.set("");

    assertThat(model.selectedNode()).isEqualTo(model.nodeOf(tensor));
    assertThat(model.indexOfNode(model.nodeOf(tensor))).isPositive();
    assertThat(labels()).containsOnlyOnce("norm");
  }

  @Test
  void groupSelectedWhileHiddenIsShownOnceTheFilterIsCleared() {
    model.collapseAll();
    int node = model.tree().find(List.of("model", "layers", "7")).orElseThrow();
    model.filterText.set("layers.3.");
    selection.selectGroup(node);

    model.filterText.set("");

    assertThat(model.indexOfNode(node)).isPositive();
    assertThat(model.isExpanded(node)).isFalse();
  }

  @Test
  void filterIsClearedOnlyForAHiddenSelection() {
    model.filterText.set("layers.3.");
    selection.select(checkpoint.tensor("model.layers.3.norm").orElseThrow());
    model.unhideSelected();
    assertThat(model.filterText.get()).isEqualTo("layers.3.");

    selection.clearTensor();
    model.unhideSelected();
    assertThat(model.filterText.get()).isEqualTo("layers.3.");

    selection.select(checkpoint.tensor("head").orElseThrow());
    model.unhideSelected();
    assertThat(model.filterText.get()).isEmpty();
  }

  @Test
  void tensorsThatTheFilterLetsThroughAreThoseOfClosedGroupsToo() {
    assertThat(model.shownTensors()).isEqualTo(checkpoint.tensors());
    model.filterText.set("norm");
    model.collapseAll();

    assertThat(model.shownTensors())
        .hasSize(40)
        .allMatch(tensor -> tensor.info().name().endsWith("norm"));
    int seventh = model.tree().find(List.of("model", "layers", "7")).orElseThrow();
    assertThat(model.shownTensors(seventh))
        .containsExactly(checkpoint.tensor("model.layers.7.norm").orElseThrow());
  }

  @Test
  void documentThatIsReadAgainKeepsWhatIsFilteredSortedAndOpen() {
    model.order.sort(new TreeOrder(TreeOrder.Key.BYTES, false));
    model.toggle(nodeLabelled("39"));
    List<String> before = labels();
    model.filterText.set("norm");

    selection.show(new DocumentState.Open(FileDocument.of(checkpoint, List.of(), List::of)));

    assertThat(model.filterText.get()).isEqualTo("norm");
    assertThat(model.matchCount.get()).isEqualTo(40);
    model.filterText.set("");
    assertThat(labels()).isEqualTo(before).startsWith("model.layers", "39", "up.weight", "norm");
  }

  @Test
  void anotherDocumentBeginsWithoutFilterInItsOwnOrder(@TempDir Path folder) throws IOException {
    model.order.sort(new TreeOrder(TreeOrder.Key.BYTES, false));
    model.filterText.set("norm");
    Path path = new TensorFiles().floats("b", 1, 2).floats("a", 1).write(folder.resolve("b"));
    try (Checkpoint other = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE)) {
      selection.show(new DocumentState.Open(FileDocument.of(other, List.of(), List::of)));

      assertThat(model.filterText.get()).isEmpty();
      assertThat(model.matchCount.get()).isEqualTo(2);
      assertThat(labels()).containsExactly("a", "b");
      selection.show(new DocumentState.Empty());
    }
  }

  @Test
  void tensorHasNothingToOpen() {
    List<String> before = labels();

    model.toggle(nodeLabelled("head"));

    assertThat(labels()).isEqualTo(before);
  }

  @Test
  void openGroupsAreNamedAndOpenedAgain() {
    model.collapseAll();
    assertThat(model.openGroups(10)).contains(List.of());
    model.toggle(nodeLabelled("model.layers"));
    model.toggle(nodeLabelled("7"));
    List<List<String>> open = model.openGroups(2).orElseThrow();
    assertThat(open).containsExactly(List.of("model", "layers"), List.of("model", "layers", "7"));
    assertThat(model.openGroups(1)).isEmpty();
    List<String> before = labels();
    model.expandAll();

    model.openOnly(open);

    assertThat(labels()).isEqualTo(before);
  }

  @Test
  void selectedTensorStaysInSightWhereOtherGroupsAreOpened() {
    TensorRef tensor = checkpoint.tensor("model.layers.7.norm").orElseThrow();
    selection.select(tensor);

    model.openOnly(List.of(List.of("model")));

    assertThat(model.indexOfNode(model.nodeOf(tensor))).isPositive();
  }

  private void measured(String name, double... values) {
    int tensor = checkpoint.indexOf(checkpoint.tensor(name).orElseThrow());
    double mean = Arrays.stream(values).average().orElseThrow();
    double min = Arrays.stream(values).min().orElseThrow();
    double max = Arrays.stream(values).max().orElseThrow();
    ValueCounts counts = new ValueCounts(values.length, 0, 0, 0, 0, 0);
    TensorSummary figures = new TensorSummary(counts, min, max, mean, max - mean, max);
    results.addFigures(List.of(new MeasuredTensor(tensor, figures)));
  }

  private List<String> names() {
    return model.rows.stream().map(model::nameOf).toList();
  }

  @Test
  void sortingByAFigureListsAllTensorsWithoutGroups() {
    List<String> before = labels();
    measured("model.layers.7.norm", 1, 3);
    measured("model.layers.9.norm", 5, 7);

    model.order.sort(new FigureOrder(Figure.MEAN, false));

    assertThat(names()).hasSize(81).startsWith("model.layers.9.norm", "model.layers.7.norm");
    assertThat(model.opens(model.rows.get(0))).isFalse();
    measured("head", 9, 9);
    assertThat(names()).startsWith("head", "model.layers.9.norm");
    model.filterText.set("layers.7");
    assertThat(names()).containsExactly("model.layers.7.norm", "model.layers.7.up.weight");
    model.filterText.set("");
    model.order.sort(TreeOrder.NATURAL);
    assertThat(labels()).isEqualTo(before);
  }

  @Test
  void figureFilterUpdatesWithMeasurementsAndRequestsThemOnce() {
    AtomicInteger requestCount = new AtomicInteger();
    model.setOnFiguresWanted(requestCount::incrementAndGet);
    model.filterText.set("mean>");
    assertThat(requestCount).hasValue(0);
    assertThat(model.matchCount.get()).isEqualTo(81);

    model.filterText.set("mean>3");
    model.filterText.set("mean>3 norm");
    assertThat(requestCount).hasValue(1);
    assertThat(labels()).isEmpty();

    measured("model.layers.7.norm", 1, 3);
    measured("model.layers.9.norm", 5, 7);
    assertThat(labels()).containsExactly("model.layers.9.norm");
  }

  @Test
  void knownFiguresAreNotRequestedAgain() {
    AtomicInteger requestCount = new AtomicInteger();
    model.setOnFiguresWanted(requestCount::incrementAndGet);
    assertThat(model.figures.stateText()).isEqualTo("Figures of 0 of 81 tensors");
    checkpoint.tensors().forEach(tensor -> measured(tensor.info().name(), 1));

    model.figures.want();

    assertThat(requestCount).hasValue(0);
    assertThat(model.figures.stateText()).isEmpty();
  }

  @Test
  void groupsSumUpFiguresWhileTheyAreShown() {
    measured("model.layers.7.norm", 1, 3);
    measured("model.layers.9.norm", 5, 7);
    int group = nodeLabelled("model.layers");
    assertThat(Figure.MAX.of(model.figures.at(group))).isEmpty();

    model.figures.show(true);
    assertThat(Figure.MAX.of(model.figures.at(group))).hasValue(7);
    measured("model.layers.11.norm", 8, 9);
    assertThat(Figure.MEAN.of(model.figures.at(group))).hasValue(5.5);
  }

  @Test
  void tableHasTheShownTensorsInTheOrderOfTheRows(@TempDir Path target) throws IOException {
    measured("model.layers.7.norm", 1, 3);
    measured("model.layers.9.norm", 5, 7);
    model.order.sort(new FigureOrder(Figure.MAX, false));
    model.filterText.set("norm max>0");
    List<String> messages = new ArrayList<>();
    model.setOnMessage(messages::add);

    model.saveTable(target.resolve("t.csv"), List.of(Figure.MAX));

    assertThat(Files.readAllLines(target.resolve("t.csv")))
        .containsExactly(
            "name,file,dtype,shape,bytes,max",
            "\"model.layers.9.norm\",\"a.safetensors\",F32,\"2\",8,7.0",
            "\"model.layers.7.norm\",\"a.safetensors\",F32,\"2\",8,3.0");
    assertThat(messages).singleElement().asString().startsWith("Table saved: ");
  }

  @Test
  void tensorsOfMissingShardsAreShownFilteredAndExplained(@TempDir Path target) throws IOException {
    new TensorFiles().floats("a.x", 1).write(target.resolve("1.safetensors"));
    Path index = target.resolve("m.safetensors.index.json");
    Files.writeString(
        index, "{\"weight_map\":{\"a.x\":\"1.safetensors\",\"a.y\":\"2.safetensors\"}}");
    try (Checkpoint shown = Checkpoint.open(index, Cancellation.NEVER, Progress.NONE)) {
      FileDocument document = FileDocument.of(shown, List.of(), List::of);
      results.begin(Optional.of(document));
      selection.show(new DocumentState.Open(document));
      List<String> messages = new ArrayList<>();
      model.setOnMessage(messages::add);

      assertThat(labels()).containsExactly("a", "x", "y");
      model.select(nodeLabelled("y"));
      assertThat(messages)
          .containsExactly(
              "a.y is in the shard 2.safetensors, which is missing or cannot be read. Download it"
                  + " again, then reload.");
      assertThat(selection.tensorProperty().get()).isEmpty();
      assertThat(new HealthText(model, Messages.english()).of(nodeLabelled("y")))
          .startsWith("In the shard 2.safetensors");
      model.filterText.set("health:lost");
      assertThat(labels()).containsExactly("a.y");
      model.filterText.set("dtype:f32");
      assertThat(labels()).containsExactly("a.x");
      assertThat(model.shownTensors()).hasSize(1);
      model.filterText.set("");
      model.order.sort(new FigureOrder(Figure.MAX, true));
      assertThat(names()).containsExactly("a.x");
      results.begin(Optional.empty());
      selection.show(new DocumentState.Empty());
    }
  }

  @Test
  void rowOfAClosedDocumentHasNoNode() {
    int last = model.tree().size() - 1;
    assertThat(model.hasNode(last)).isTrue();
    assertThat(model.hasNode(last + 1)).isFalse();

    selection.show(new DocumentState.Empty());

    assertThat(model.hasNode(0)).isFalse();
    assertThat(model.selectedNode()).isEqualTo(-1);
  }
}
