package io.github.tensorloupe.desktop.pane.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.histogram.ComparisonViewModel.Compared;
import io.github.tensorloupe.desktop.pane.histogram.ComparisonViewModel.SiblingMode;
import io.github.tensorloupe.desktop.pane.histogram.ComparisonViewModel.Siblings;
import io.github.tensorloupe.desktop.pane.histogram.HistogramContext.HistogramSubject.Scope;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.MeasuredTensor;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonViewModelTest {

  private static final int LAYERS = 7;

  private final Selection selection = new Selection();
  private final OpenFiles files = new OpenFiles();
  private final ScanResults results = new ScanResults();
  private FileDocument document;
  private HistogramViewModel model;

  /// Layer 2 has an eight times larger `w` and an eight times smaller `v` than the others.
  @BeforeEach
  void open(@TempDir Path folder) throws IOException {
    TensorFiles tensors = new TensorFiles().floats("alone", 8).floats("nothing", Float.NaN);
    for (int layer = 0; layer < LAYERS; layer++) {
      tensors.floats("model.layers.%d.w".formatted(layer), layer == 2 ? 8 : 1);
      tensors.floats("model.layers.%d.v".formatted(layer), layer == 2 ? 0.125f : 1);
    }
    document = files.show(tensors.write(folder.resolve("a.safetensors")), selection);
    results.begin(Optional.of(document));
    model =
        new HistogramViewModel(
            new HistogramContext(
                selection, results, new Jobs(Runnable::run, Runnable::run), Messages.english()));
  }

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  private ComparisonViewModel comparison() {
    return model.comparison;
  }

  private int index(String name) {
    TensorRef tensor = document.checkpoint().tensor(name).orElseThrow();
    return document.checkpoint().indexOf(tensor);
  }

  private void select(String name) {
    selection.select(document.checkpoint().tensor(name).orElseThrow());
  }

  private String outlier() {
    return comparison().outlier.get();
  }

  private static TensorSummary scale(double scale) {
    return new TensorSummary(
        new ValueCounts(100, 0, 0, 0, 0, 0), -4 * scale, 4 * scale, 0, scale, scale);
  }

  /// Adds the scan results of the first `count` tensors `w`.
  private void scan(int count) {
    results.addFigures(
        IntStream.range(0, count)
            .mapToObj(
                layer ->
                    new MeasuredTensor(
                        index("model.layers.%d.w".formatted(layer)), scale(layer == 2 ? 8 : 1)))
            .toList());
  }

  private List<Double> scales() {
    return comparison().siblings.get().map(Siblings::rootMeanSquares).orElseThrow();
  }

  @Test
  void tensorLargerThanItsSiblingsIsReported() {
    select("model.layers.2.w");
    comparison().siblingMode.set(SiblingMode.EACH);

    assertThat(outlier())
        .isEqualTo("Outlier: its rms 8 is 8 times the median of it and its 6 siblings (1).");
    select("model.layers.3.w");
    assertThat(outlier()).isEmpty();
  }

  @Test
  void tensorSmallerThanItsSiblingsIsReported() {
    select("model.layers.2.v");
    comparison().siblingMode.set(SiblingMode.TOGETHER);

    assertThat(outlier())
        .isEqualTo(
            "Outlier: its rms 0.125 is 8 times smaller than the median of it and its 6 siblings"
                + " (1).");
  }

  @Test
  void scanResultsSufficeToReportAnOutlier() {
    select("model.layers.2.w");
    assertThat(outlier()).isEmpty();

    scan(LAYERS - 2);
    assertThat(outlier()).isEmpty();
    scan(LAYERS);

    assertThat(outlier()).contains("8 times the median of it and its 6 siblings");
    select("model.layers.2.v");
    assertThat(outlier()).isEmpty();
  }

  @Test
  void onlyATensorByItselfIsAnOutlier() {
    scan(LAYERS);
    select("model.layers.2.w");
    assertThat(outlier()).isNotEmpty();

    model.scope.set(Scope.LAYER);

    assertThat(outlier()).isEmpty();
    assertThat(comparison().mayHaveSiblings()).isFalse();
    model.scope.set(Scope.TENSOR);
    assertThat(outlier()).isNotEmpty();
    assertThat(comparison().mayHaveSiblings()).isTrue();
  }

  @Test
  void siblingsAreThoseOfTheSameRoleInTheOrderOfTheirLayers() {
    select("model.layers.1.w");
    comparison().siblingMode.set(SiblingMode.EACH);

    assertThat(scales()).containsExactly(1.0, 8.0, 1.0, 1.0, 1.0, 1.0);
    assertThat(comparison().siblings.get().orElseThrow().nearest())
        .extracting(Compared::name)
        .startsWith("model.layers.0.w", "model.layers.2.w");
  }

  @Test
  void siblingsAreCountedOnceForAllModes() {
    select("model.layers.1.w");
    comparison().siblingMode.set(SiblingMode.EACH);
    Siblings counted = comparison().siblings.get().orElseThrow();

    comparison().siblingMode.set(SiblingMode.TOGETHER);
    assertThat(comparison().siblings.get().orElseThrow()).isSameAs(counted);
    comparison().siblingMode.set(SiblingMode.NONE);

    assertThat(comparison().siblings.get()).isEmpty();
  }

  @Test
  void tensorWithoutFiniteValuesCannotBePinned() {
    select("nothing");
    comparison().pin();

    assertThat(comparison().canPin()).isFalse();
    assertThat(comparison().pins).isEmpty();
  }

  @Test
  void tensorAndLayerArePinnedWithTheirNames() {
    select("model.layers.1.w");
    comparison().pin();
    model.scope.set(Scope.LAYER);
    comparison().pin();
    select("model.layers.1.v");

    assertThat(comparison().canPin()).isFalse();
    assertThat(comparison().pins)
        .extracting(Compared::name)
        .containsExactly("model.layers.1.w", "Layer 1 of model.layers");
  }
}
