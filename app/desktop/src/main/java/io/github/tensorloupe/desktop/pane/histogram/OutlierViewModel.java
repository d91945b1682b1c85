package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.TensorFigures;
import io.github.tensorloupe.analysis.layers.LayerMap;
import io.github.tensorloupe.analysis.layers.Outliers;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.pane.histogram.ComparisonViewModel.Siblings;
import io.github.tensorloupe.desktop.pane.histogram.FiguresPane.NumberText;
import io.github.tensorloupe.desktop.pane.histogram.HistogramSources.HistogramSubject;
import io.github.tensorloupe.desktop.pane.histogram.HistogramSources.HistogramSubject.Scope;
import io.github.tensorloupe.desktop.pane.histogram.HistogramViewModel.HistogramState;
import io.github.tensorloupe.desktop.pane.histogram.HistogramViewModel.HistogramState.Done;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorRef;

/// Reports a tensor whose scale differs from that of its siblings. Uses only results at hand: of
/// scans, or of the siblings in the chart. Belongs to the FX thread.
final class OutlierViewModel {

  private final HistogramViewModel.Context context;
  private final ReadOnlyObjectProperty<HistogramState> state;
  private final ReadOnlyObjectProperty<Optional<Siblings>> siblings;
  private final LatestJob latest;
  private final StringProperty sentence = new SimpleStringProperty("");

  /// @param siblings those in the chart
  OutlierViewModel(
      HistogramViewModel.Context context,
      ReadOnlyObjectProperty<HistogramState> state,
      ReadOnlyObjectProperty<Optional<Siblings>> siblings) {
    this.context = context;
    this.state = state;
    this.siblings = siblings;
    this.latest = new LatestJob(context.jobs());
    state.subscribe(_ -> update());
    siblings.subscribe(_ -> update());
    context.sources().results().revisionProperty().subscribe(_ -> update());
  }

  private void update() {
    latest.cancel();
    sentence.set("");
    if (state.get() instanceof Done(HistogramSubject subject, Distribution distribution)
        && subject.scope() == Scope.TENSOR
        && distribution.hasFinite()
        && context.sources().layers().role(subject.tensor()).isPresent()) {
      context
          .checkpoint()
          .ifPresent(open -> compare(open, subject.tensor(), distribution.rootMeanSquare()));
    }
  }

  private void compare(Checkpoint checkpoint, TensorRef tensor, double scale) {
    HistogramSources sources = context.sources();
    Optional<LayerMap> map = sources.layers().known(checkpoint);
    if (siblings.get().isPresent()) {
      tell(scale, siblings.get().get().rootMeanSquares());
    } else if (map.isPresent()) {
      compareScanned(checkpoint, map.get(), tensor, scale);
    } else if (sources.results().figures(checkpoint.indexOf(tensor)).isPresent()) {
      latest.start(
          context.messages().text("histogram.job.layers"),
          (cancellation, _) -> sources.layers().of(checkpoint, cancellation),
          found -> compareScanned(checkpoint, found, tensor, scale),
          // Nobody has asked for it, and whoever asks for siblings is told why there are none.
          _ -> {});
    }
  }

  private void compareScanned(Checkpoint checkpoint, LayerMap map, TensorRef tensor, double scale) {
    tell(
        scale,
        map.siblings(checkpoint.indexOf(tensor)).stream()
            .flatMap(sibling -> context.sources().results().figures(sibling).stream())
            .map(TensorFigures::rootMeanSquare)
            .toList());
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
    NumberText numbers = new NumberText(context.messages());
    return context
        .messages()
        .text(
            larger ? "histogram.outlier.larger" : "histogram.outlier.smaller",
            numbers.of(outlier.value()),
            Double.isFinite(ratio) ? numbers.approximate(ratio) : "∞",
            String.valueOf(siblingCount),
            numbers.of(outlier.median()));
  }

  /// The sentence; empty where the tensor is no outlier or too little is known.
  ReadOnlyStringProperty sentenceProperty() {
    return sentence;
  }
}
