package io.github.tensorloupe.desktop.pane.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.control.plot.ChartAxis.ValueRange;
import io.github.tensorloupe.desktop.control.plot.ChartData;
import io.github.tensorloupe.desktop.control.plot.ChartData.Outline;
import io.github.tensorloupe.desktop.control.plot.ValueScale;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.histogram.ChartViewModel.BinChoice;
import io.github.tensorloupe.desktop.pane.histogram.ComparisonViewModel.Compared;
import io.github.tensorloupe.desktop.pane.histogram.ComparisonViewModel.SiblingMode;
import io.github.tensorloupe.desktop.pane.histogram.ComparisonViewModel.Siblings;
import io.github.tensorloupe.desktop.pane.histogram.HistogramContext.HistogramSubject.Scope;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.TensorRef;
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

class ChartViewModelTest {

  private static final int LAYERS = 40;

  private final Selection selection = new Selection();
  private final OpenFiles files = new OpenFiles();
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private FileDocument document;
  private HistogramViewModel model;

  @BeforeEach
  void open(@TempDir Path folder) throws IOException {
    TensorFiles tensors = new TensorFiles().floats("alone", 1, 2, 3).floats("nothing", Float.NaN);
    float[] far = new float[1000];
    float[] mask = new float[1000];
    for (int i = 0; i < far.length; i++) {
      far[i] = i;
    }
    far[17] = 1e30f;
    mask[17] = 1;
    tensors.floats("far", far).floats("mask", mask);
    for (int layer = 0; layer < LAYERS; layer++) {
      float scale = layer == 5 ? 100 : 1 + layer / 100f;
      tensors.floats("model.layers.%d.w".formatted(layer), -scale, 0, scale, scale);
      tensors.floats("model.layers.%d.b".formatted(layer), layer);
    }
    document = files.show(tensors.write(folder.resolve("a.safetensors")), selection);
    model = model(new Jobs(Runnable::run, Runnable::run));
  }

  private HistogramViewModel model(Jobs jobs) {
    return new HistogramViewModel(
        new HistogramContext(selection, new ScanResults(), jobs, Messages.english()));
  }

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  private TensorRef tensor(String name) {
    return document.checkpoint().tensor(name).orElseThrow();
  }

  private TensorRef weight(int layer) {
    return tensor("model.layers.%d.w".formatted(layer));
  }

  private ValueScale scaleOf(String tensor) {
    selection.select(tensor(tensor));
    return data().axis().scale();
  }

  @Test
  void scaleSuitsTheValuesUntilOneIsChosen() {
    assertThat(scaleOf("far")).isEqualTo(ValueScale.SYMMETRIC_LOG);
    assertThat(scaleOf("alone")).isEqualTo(ValueScale.LINEAR);
    assertThat(scaleOf("mask")).isEqualTo(ValueScale.LINEAR);

    model.chart.valueScale.set(ValueScale.LOG);
    model.chart.valueScale.set(ValueScale.LINEAR);

    assertThat(scaleOf("far")).isEqualTo(ValueScale.LINEAR);
  }

  private ChartData data() {
    return model.chart.data.get().orElseThrow();
  }

  @Test
  void withoutFiniteValuesNothingIsDrawn() {
    selection.select(tensor("nothing"));

    assertThat(model.chart.data.get()).isEmpty();
  }

  @Test
  void binsFollowTheChoiceAndTheWidth() {
    selection.select(tensor("alone"));
    model.chart.plotWidth.set(700);
    assertThat(data().binCount()).isEqualTo(128);

    model.chart.bins.set(new BinChoice(16));

    assertThat(data().binCount()).isEqualTo(16);
    assertThat(data().count(0, 16)).isEqualTo(3);
  }

  @Test
  void aRangeIsOfWhatIsShownThenAndNotOfWhatIsShownNext() {
    selection.select(tensor("alone"));
    model.chart.range.set(Optional.of(new ValueRange(1.5, 2.5)));
    assertThat(data().count(0, data().binCount())).isEqualTo(1);
    assertThat(data().histogram().below()).isEqualTo(1);
    assertThat(data().cumulativeShare(data().binCount() - 1)).isEqualTo(2.0 / 3);

    selection.select(weight(0));

    assertThat(model.chart.range.get()).isEmpty();
    assertThat(data().count(0, data().binCount())).isEqualTo(4);
  }

  @Test
  void pinsStayAsOutlinesInTheSameBins() {
    selection.select(weight(0));
    model.comparison.pin();
    selection.select(weight(5));

    assertThat(data().asShares()).isTrue();
    assertThat(data().axis().low()).isEqualTo(-100);
    Outline outline = data().outlines().getFirst();
    assertThat(outline.name()).isEqualTo("model.layers.0.w");
    assertThat(outline.highestShare()).isEqualTo(0.75);
    assertThat(data().tallest()).isEqualTo(3.0);
  }

  @Test
  void pinsAreUniqueAndLimitedByTheColors() {
    selection.select(weight(0));
    model.comparison.pin();
    model.comparison.pin();
    assertThat(model.comparison.pins).hasSize(1);
    for (int layer = 1; layer < 9; layer++) {
      selection.select(weight(layer));
      model.comparison.pin();
    }
    assertThat(model.comparison.pins)
        .extracting(Compared::series)
        .containsExactly(0, 1, 2, 3, 4, 5);
    assertThat(model.comparison.canPin()).isFalse();

    model.comparison.pins.remove(2);
    model.comparison.pin();

    assertThat(model.comparison.pins)
        .extracting(Compared::series)
        .containsExactly(0, 1, 3, 4, 5, 2);
  }

  @Test
  void pinsAreRemovedWithTheirDocument() {
    selection.select(weight(0));
    model.comparison.pin();

    selection.show(new DocumentState.Empty());

    assertThat(model.comparison.pins).isEmpty();
  }

  @Test
  void siblingsTogetherAreOneOutline() {
    selection.select(weight(0));

    model.comparison.siblingMode.set(SiblingMode.TOGETHER);

    assertThat(data().outlines()).extracting(Outline::kind).containsExactly(Outline.Kind.SIBLINGS);
    assertThat(data().outlines().getFirst().finite()).isEqualTo(4 * (LAYERS - 1));
  }

  @Test
  void ofManySiblingsTheNearestAreDrawnOneByOne() {
    selection.select(weight(39));

    model.comparison.siblingMode.set(SiblingMode.EACH);

    assertThat(data().outlines()).hasSize(Siblings.MAX_NEAREST);
    assertThat(data().outlines().getLast().name()).isEqualTo("model.layers.38.w");
    assertThat(data().outlines().getFirst().name()).isEqualTo("model.layers.7.w");
    selection.select(weight(20));
    assertThat(data().outlines().getFirst().name()).isEqualTo("model.layers.4.w");
    assertThat(data().outlines().getLast().name()).isEqualTo("model.layers.36.w");
  }

  @Test
  void aTensorOutsideOfLayersHasNoSiblings() {
    model.comparison.siblingMode.set(SiblingMode.EACH);

    selection.select(tensor("alone"));

    assertThat(model.comparison.mayHaveSiblings()).isFalse();
    assertThat(data().outlines()).isEmpty();
  }

  @Test
  void outlierIsReportedOnceItsSiblingsAreKnown() {
    selection.select(weight(5));
    assertThat(model.comparison.outlier.get()).isEmpty();

    model.comparison.siblingMode.set(SiblingMode.TOGETHER);

    assertThat(model.comparison.outlier.get()).startsWith("Outlier").contains("39 siblings");
    selection.select(weight(6));
    assertThat(model.comparison.outlier.get()).isEmpty();
  }

  @Test
  void siblingsOfATensorThatIsShownNoMoreAreDropped() {
    model = model(new Jobs(waiting::add, Runnable::run));
    selection.select(weight(0));
    waiting.remove().run();
    model.comparison.siblingMode.set(SiblingMode.TOGETHER);
    Runnable late = waiting.remove();

    selection.select(weight(1));
    late.run();

    assertThat(model.comparison.siblings.get()).isEmpty();
  }

  @Test
  void aLayerIsTheSumOfItsTensors() {
    selection.select(weight(7));

    model.scope.set(Scope.LAYER);

    assertThat(data().finite()).isEqualTo(5);
    assertThat(model.name(100)).isEqualTo("Layer 7 of model.layers");
    selection.select(tensor("model.layers.7.b"));
    assertThat(data().finite()).isEqualTo(5);
  }

  @Test
  void automaticBinCountDependsOnTheWidth() {
    assertThat(BinChoice.AUTOMATIC.countIn(100)).isEqualTo(16);
    assertThat(BinChoice.AUTOMATIC.countIn(560)).isEqualTo(64);
    assertThat(BinChoice.AUTOMATIC.countIn(10_000)).isEqualTo(512);
    assertThat(new BinChoice(32).countIn(10_000)).isEqualTo(32);
  }
}
