package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.layers.LayerMap;
import io.github.tensorloupe.analysis.layers.Outliers;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.pane.histogram.ComparisonViewModel.Siblings;
import io.github.tensorloupe.desktop.pane.histogram.HistogramSubject.Scope;
import io.github.tensorloupe.desktop.pane.histogram.HistogramViewModel.HistogramState;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorRef;

/// Reports a tensor whose scale differs from that of its siblings. Uses only results at hand: of
/// scans, or of the siblings in the chart. Belongs to the FX thread.
final class OutlierViewModel {

  private final Selection selection;
  private final StringProperty sentence = new SimpleStringProperty("");
  private final HistogramViewModel model;
  private final HistogramSources sources;
  private final LatestJob latest;
  private final Messages messages;

  OutlierViewModel(
      HistogramViewModel model,
      Selection selection,
      HistogramSources sources,
      Jobs jobs,
      Messages messages) {
    this.model = model;
    this.selection = selection;
    this.sources = sources;
    this.latest = new LatestJob(jobs);
    this.messages = messages;
    model.stateProperty().subscribe(_ -> update());
    model.comparison().siblingsProperty().subscribe(_ -> update());
    sources.results().revisionProperty().subscribe(_ -> update());
  }

  private void update() {
    latest.cancel();
    sentence.set("");
    if (model.stateProperty().get()
            instanceof HistogramState.Done(HistogramSubject subject, Distribution distribution)
        && subject.scope() == Scope.TENSOR
        && distribution.hasFinite()
        && sources.layers().role(subject.tensor()).isPresent()) {
      selection
          .openDocument()
          .map(OpenDocument::checkpoint)
          .ifPresent(open -> compare(open, subject.tensor(), distribution.rootMeanSquare()));
    }
  }

  private void compare(Checkpoint checkpoint, TensorRef tensor, double scale) {
    Optional<Siblings> drawn = model.comparison().siblingsProperty().get();
    Optional<LayerMap> map = sources.layers().known(checkpoint);
    if (drawn.isPresent()) {
      tell(scale, drawn.get().rootMeanSquares());
    } else if (map.isPresent()) {
      compareScanned(checkpoint, map.get(), tensor, scale);
    } else if (sources.results().figures(checkpoint.indexOf(tensor)).isPresent()) {
      latest.start(
          messages.text("histogram.job.layers"),
          (cancellation, _) -> sources.layers().of(checkpoint, cancellation),
          found -> compareScanned(checkpoint, found, tensor, scale),
          // Nobody has asked for it, and whoever asks for siblings is told why there are none.
          _ -> {});
    }
  }

  private void compareScanned(Checkpoint checkpoint, LayerMap map, TensorRef tensor, double scale) {
    List<Double> scales = new ArrayList<>();
    for (int sibling : map.siblings(checkpoint.indexOf(tensor))) {
      sources.results().figures(sibling).ifPresent(figures -> scales.add(figures.rootMeanSquare()));
    }
    tell(scale, scales);
  }

  private void tell(double scale, List<Double> siblings) {
    int[] role = IntStream.rangeClosed(0, siblings.size()).toArray();
    Outliers.ofRole(role, index -> index == 0 ? scale : siblings.get(index - 1)).stream()
        .filter(outlier -> outlier.tensor() == 0)
        .findFirst()
        .ifPresent(outlier -> sentence.set(sentence(outlier, siblings.size())));
  }

  private String sentence(Outliers.Outlier outlier, int siblingCount) {
    boolean larger = outlier.value() > outlier.median();
    double ratio = larger ? outlier.value() / outlier.median() : outlier.median() / outlier.value();
    return messages.text(
        larger ? "histogram.outlier.larger" : "histogram.outlier.smaller",
        NumberText.of(outlier.value()),
        Double.isFinite(ratio) ? NumberText.approximate(ratio) : "∞",
        String.valueOf(siblingCount),
        NumberText.of(outlier.median()));
  }

  /// The sentence; empty where the tensor is no outlier or too little is known.
  ReadOnlyStringProperty sentenceProperty() {
    return sentence;
  }
}
