package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.layers.LayerMap;
import io.github.tensorloupe.analysis.layers.Outliers;
import io.github.tensorloupe.desktop.control.plot.ChartData.Outline;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.pane.histogram.FiguresPane.NumberText;
import io.github.tensorloupe.desktop.pane.histogram.HistogramContext.HistogramSubject;
import io.github.tensorloupe.desktop.pane.histogram.HistogramContext.HistogramSubject.Scope;
import io.github.tensorloupe.desktop.pane.histogram.HistogramViewModel.HistogramState;
import io.github.tensorloupe.desktop.pane.histogram.HistogramViewModel.HistogramState.Done;
import io.github.tensorloupe.desktop.selection.LinkedState;
import io.github.tensorloupe.desktop.selection.LinkedState.Figures;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Spelled;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The distributions for comparison: pinned ones, and the siblings of the tensor. Reports a tensor
/// whose scale differs from its siblings, based on available results. Belongs to the FX thread.
final class ComparisonViewModel {

  /// Maximum number of pinned distributions, equal to the number of colors.
  static final int MAX_PINS = 6;

  private static final int NAME_LIMIT = 200;

  private final HistogramContext context;
  private final ReadOnlyObjectProperty<HistogramState> state;
  private final JobSlot<Siblings> counting;
  private final JobSlot<LayerMap> mapping;

  /// The pinned distributions, oldest first. The caller may remove some.
  final ObservableList<Compared> pins = FXCollections.observableArrayList();

  final ObjectProperty<SiblingMode> siblingMode = new SimpleObjectProperty<>(SiblingMode.NONE);

  /// The siblings of the shown tensor, once they are requested and counted.
  final ReadOnlyObjectProperty<Optional<Siblings>> siblings;

  /// A sentence about an outlier; empty if the tensor is not an outlier or too little is known.
  final StringProperty outlier = new SimpleStringProperty("");

  private final Distributions shared;
  private Optional<TensorRef> counted = Optional.empty();

  /// The distributions that linked histograms show.
  private static final class Distributions extends Figures<Compared> {}

  ComparisonViewModel(HistogramContext context, ReadOnlyObjectProperty<HistogramState> state) {
    this.context = context;
    this.state = state;
    this.counting = new JobSlot<>(context.jobs());
    this.mapping = new JobSlot<>(context.jobs());
    this.siblings = counting.resultProperty();
    context
        .selection()
        .documentProperty()
        .subscribe(
            _ -> {
              pins.clear();
              dropSiblings(Optional.empty());
            });
    shared = context.selection().linked().scale().get(Distributions.class, Distributions::new);
    shared.onOthers(this, this::pinSharedDistributions);
    state.subscribe(_ -> shareDistribution());
    state.subscribe(_ -> updateSiblings());
    siblingMode.subscribe(_ -> updateSiblings());
    state.subscribe(_ -> findOutlier());
    siblings.subscribe(_ -> findOutlier());
    context.results().revisionProperty().subscribe(_ -> findOutlier());
  }

  /// Shares the shown distribution with the histograms of the compared documents.
  private void shareDistribution() {
    LinkedState linked = context.selection().linked();
    if (linked.isLinked()
        && state.get() instanceof Done(HistogramSubject shown, Distribution values)) {
      String name = context.name(shown, NAME_LIMIT) + " · " + linked.label();
      shared.byPane.put(this, new Compared(Outline.Kind.PIN, MAX_PINS - 1, linked, name, values));
    } else {
      shared.byPane.remove(this);
    }
  }

  private void pinSharedDistributions() {
    pins.removeIf(pin -> pin.key() instanceof LinkedState);
    shared.byPane.forEach(
        (pane, values) -> {
          if (pane != this && pins.size() < MAX_PINS) {
            pins.add(values);
          }
        });
  }

  private void dropSiblings(Optional<TensorRef> next) {
    counting.clear();
    counted = next;
  }

  /// Returns whether the shown distribution can be pinned: it is not pinned yet, and there is room.
  boolean canPin() {
    return pins.size() < MAX_PINS
        && state.get() instanceof Done done
        && done.distribution().hasFinite()
        && pins.stream().noneMatch(pin -> pin.key().equals(context.key(done.shown())));
  }

  /// Pins the shown distribution until it is removed or the document is closed.
  void pin() {
    if (canPin() && state.get() instanceof Done(HistogramSubject shown, Distribution values)) {
      Set<Integer> usedSeries = pins.stream().map(Compared::series).collect(Collectors.toSet());
      int series =
          IntStream.range(0, MAX_PINS)
              .filter(i -> !usedSeries.contains(i))
              .findFirst()
              .orElseThrow();
      String name = context.name(shown, NAME_LIMIT);
      pins.add(new Compared(Outline.Kind.PIN, series, context.key(shown), name, values));
    }
  }

  /// Returns whether the shown tensor belongs to a layer, so that it may have siblings.
  boolean mayHaveSiblings() {
    return siblingOwner().isPresent();
  }

  private Optional<TensorRef> siblingOwner() {
    Optional<HistogramSubject> alone =
        state.get().subject().filter(it -> it.scope() == Scope.TENSOR);
    return alone.map(HistogramSubject::tensor).filter(it -> context.layers().role(it).isPresent());
  }

  private void updateSiblings() {
    Optional<TensorRef> wanted =
        siblingMode.get() != SiblingMode.NONE && state.get() instanceof Done
            ? siblingOwner()
            : Optional.empty();
    if (!wanted.equals(counted)) {
      dropSiblings(wanted);
      context.checkpoint().ifPresent(open -> wanted.ifPresent(tensor -> count(open, tensor)));
    }
  }

  private void count(Checkpoint checkpoint, TensorRef tensor) {
    counting.start(
        context.messages().text("histogram.job.siblings", DisplayText.of(tensor.info().name())),
        (cancellation, progress) -> count(checkpoint, tensor, cancellation, progress),
        context::fail);
  }

  /// Counts the siblings of a tensor, with separate distributions for the nearest ones. Blocks; may
  /// be called from any thread.
  private Siblings count(
      Checkpoint checkpoint, TensorRef tensor, Cancellation cancellation, Progress progress)
      throws IOException {
    int index = checkpoint.indexOf(tensor);
    LayerMap map = context.layers().of(checkpoint, cancellation);
    int layer = map.role(index).orElseThrow().layer();
    List<Integer> indices =
        map.siblings(index).stream()
            .filter(sibling -> checkpoint.tensors().get(sibling).data().isPresent())
            .toList();
    List<TensorRef> tensors = indices.stream().map(checkpoint.tensors()::get).toList();
    // The nearest siblings are those around the tensor itself.
    long before =
        indices.stream().filter(sibling -> map.role(sibling).orElseThrow().layer() < layer).count();
    int maxCount = Siblings.MAX_NEAREST;
    int first = Math.clamp(before - maxCount / 2, 0, Math.max(0, indices.size() - maxCount));
    SortedMap<Integer, Compared> nearest = new TreeMap<>();
    Double[] scales = new Double[tensors.size()];
    Distribution sum =
        context.sum(
            tensors,
            (i, distribution) -> {
              scales[i] = distribution.summary().rootMeanSquare();
              if (i >= first && i < first + maxCount) {
                TensorRef at = tensors.get(i);
                String name = at.info().name();
                nearest.put(i, new Compared(Outline.Kind.SIBLING, 0, at, name, distribution));
              }
            },
            cancellation,
            progress);
    Compared all = new Compared(Outline.Kind.SIBLINGS, 0, tensor, "", sum);
    return new Siblings(List.of(scales), all, List.copyOf(nearest.values()));
  }

  private void findOutlier() {
    mapping.clear();
    outlier.set("");
    if (state.get() instanceof Done done && done.distribution().hasFinite()) {
      double scale = done.distribution().rootMeanSquare();
      context
          .checkpoint()
          .ifPresent(open -> siblingOwner().ifPresent(tensor -> compare(open, tensor, scale)));
    }
  }

  private void compare(Checkpoint checkpoint, TensorRef tensor, double scale) {
    int index = checkpoint.indexOf(tensor);
    Optional<LayerMap> map = context.layers().known(checkpoint);
    if (siblings.get().isPresent()) {
      updateOutlier(scale, siblings.get().get().rootMeanSquares());
    } else if (map.isPresent()) {
      compareScanned(map.get(), index, scale);
    } else if (context.results().figures(index).isPresent()) {
      mapping.start(
          context.messages().text("histogram.job.layers"),
          (cancellation, _) -> context.layers().of(checkpoint, cancellation),
          found -> compareScanned(found, index, scale),
          // Not reported: the user did not request it, and a request for siblings reports the
          // failure.
          _ -> {});
    }
  }

  private void compareScanned(LayerMap map, int tensor, double scale) {
    updateOutlier(
        scale,
        map.siblings(tensor).stream()
            .flatMap(sibling -> context.results().figures(sibling).stream())
            .map(TensorSummary::rootMeanSquare)
            .toList());
  }

  private void updateOutlier(double scale, List<Double> siblingScales) {
    int[] role = IntStream.rangeClosed(0, siblingScales.size()).toArray();
    Outliers.ofRole(role, index -> index == 0 ? scale : siblingScales.get(index - 1)).stream()
        .filter(found -> found.tensor() == 0)
        .findFirst()
        .ifPresent(found -> outlier.set(sentence(found, siblingScales.size())));
  }

  private String sentence(Outliers.Outlier found, int siblingCount) {
    boolean larger = found.value() > found.median();
    double ratio = larger ? found.factor() : found.median() / found.value();
    NumberText numbers = new NumberText(context.messages());
    String key = larger ? "histogram.outlier.larger" : "histogram.outlier.smaller";
    String value = numbers.of(found.value());
    String times = Double.isFinite(ratio) ? numbers.approximate(ratio) : "∞";
    String median = numbers.of(found.median());
    return context.messages().text(key, value, times, String.valueOf(siblingCount), median);
  }

  /// A distribution for comparison.
  ///
  /// @param series the color of a pin: a number from 0 that no other pin uses
  /// @param key the key of the subject, see [HistogramContext#key]
  /// @param name the name in the legend
  record Compared(
      Outline.Kind kind, int series, Object key, String name, Distribution distribution) {}

  /// A way to draw the siblings of a tensor, which are the tensors with the same role in other
  /// layers.
  enum SiblingMode implements Spelled {
    NONE,
    /// All siblings together as one outline.
    TOGETHER,
    /// Each sibling as a thin line.
    EACH
  }

  /// The distributions of a tensor's siblings.
  ///
  /// @param rootMeanSquares the root mean squares of all siblings whose bytes are in the file, by
  ///   layer
  /// @param sum the distribution of all siblings together
  /// @param nearest the distributions of the nearest layers, at most [#MAX_NEAREST]
  record Siblings(List<Double> rootMeanSquares, Compared sum, List<Compared> nearest) {

    /// Maximum number of siblings with separate distributions.
    static final int MAX_NEAREST = 32;
  }
}
