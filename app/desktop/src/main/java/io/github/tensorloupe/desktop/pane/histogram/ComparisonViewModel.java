package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.pane.histogram.HistogramSources.HistogramSubject;
import io.github.tensorloupe.desktop.pane.histogram.HistogramSources.HistogramSubject.Scope;
import io.github.tensorloupe.desktop.pane.histogram.HistogramSources.RunningSum;
import io.github.tensorloupe.desktop.pane.histogram.HistogramViewModel.HistogramState;
import io.github.tensorloupe.desktop.pane.histogram.HistogramViewModel.HistogramState.Done;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The distributions to compare with: pinned ones, and the siblings of the tensor. Belongs to the
/// FX thread.
final class ComparisonViewModel {

  /// The most pinned distributions: the number of colors.
  static final int MAX_PINS = 6;

  private static final int NAME_LIMIT = 200;

  private final HistogramViewModel.Context context;
  private final ReadOnlyObjectProperty<HistogramState> state;
  private final LatestJob latest;
  private final ObservableList<Pin> pins = FXCollections.observableArrayList();
  private final ObjectProperty<SiblingMode> siblingMode =
      new SimpleObjectProperty<>(SiblingMode.NONE);
  private final ObjectProperty<Optional<Siblings>> siblings =
      new SimpleObjectProperty<>(Optional.empty());
  private Optional<TensorRef> counted = Optional.empty();

  ComparisonViewModel(
      HistogramViewModel.Context context, ReadOnlyObjectProperty<HistogramState> state) {
    this.context = context;
    this.state = state;
    this.latest = new LatestJob(context.jobs());
    context.selection().documentProperty().subscribe(_ -> forget());
    state.subscribe(_ -> followSiblings());
    siblingMode.subscribe(_ -> followSiblings());
  }

  private void forget() {
    pins.clear();
    dropSiblings(Optional.empty());
  }

  private void dropSiblings(Optional<TensorRef> next) {
    latest.cancel();
    counted = next;
    siblings.set(Optional.empty());
  }

  /// True where the shown distribution can be pinned: it is not yet, and there is room.
  boolean canKeep() {
    return pins.size() < MAX_PINS
        && state.get() instanceof Done done
        && done.distribution().hasFinite()
        && pins.stream().noneMatch(pin -> pin.key().equals(context.sources().key(done.shown())));
  }

  /// Pins the shown distribution until it is removed or the document is closed.
  void keep() {
    if (canKeep() && state.get() instanceof Done(HistogramSubject shown, Distribution values)) {
      String name = shown.name(context.sources().layers(), NAME_LIMIT, context.messages());
      pins.add(new Pin(context.sources().key(shown), name, freeSeries(), values));
    }
  }

  private int freeSeries() {
    return IntStream.range(0, MAX_PINS)
        .filter(series -> pins.stream().noneMatch(pin -> pin.series() == series))
        .findFirst()
        .orElseThrow();
  }

  /// The pinned distributions, oldest first. The caller may remove some.
  ObservableList<Pin> pins() {
    return pins;
  }

  /// True where the shown tensor belongs to a layer, so that it may have siblings.
  boolean mayHaveSiblings() {
    return siblingOwner().isPresent();
  }

  private Optional<TensorRef> siblingOwner() {
    return state
        .get()
        .subject()
        .filter(subject -> subject.scope() == Scope.TENSOR)
        .map(HistogramSubject::tensor)
        .filter(tensor -> context.sources().layers().role(tensor).isPresent());
  }

  private void followSiblings() {
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
    latest.start(
        context.messages().text("histogram.job.siblings", DisplayText.of(tensor.info().name())),
        (cancellation, progress) -> count(checkpoint, tensor, cancellation, progress),
        found -> siblings.set(Optional.of(found)),
        context::fail);
  }

  /// Counts the siblings of a tensor, of the nearest ones each by itself. Blocks; any thread.
  private Siblings count(
      Checkpoint checkpoint, TensorRef tensor, Cancellation cancellation, Progress progress)
      throws IOException {
    int index = checkpoint.indexOf(tensor);
    List<Integer> indices =
        context.sources().layers().of(checkpoint, cancellation).siblings(index).stream()
            .filter(sibling -> checkpoint.tensors().get(sibling).data().isPresent())
            .toList();
    List<TensorRef> tensors = indices.stream().map(checkpoint.tensors()::get).toList();
    // The nearest ones are those around the tensor itself.
    long before = indices.stream().filter(sibling -> sibling < index).count();
    int first =
        Math.clamp(
            before - Siblings.MAX_NEAREST / 2,
            0,
            Math.max(0, indices.size() - Siblings.MAX_NEAREST));
    SortedMap<Integer, Sibling> nearest = new TreeMap<>();
    Double[] scales = new Double[tensors.size()];
    RunningSum sum = new RunningSum();
    context
        .sources()
        .each(
            tensors,
            (sibling, distribution) -> {
              sum.add(distribution);
              scales[sibling] = distribution.figures().rootMeanSquare();
              if (sibling >= first && sibling < first + Siblings.MAX_NEAREST) {
                nearest.put(sibling, new Sibling(tensors.get(sibling).info().name(), distribution));
              }
            },
            cancellation,
            progress);
    return new Siblings(List.of(scales), sum.total(), List.copyOf(nearest.values()));
  }

  /// The way the siblings are drawn.
  ObjectProperty<SiblingMode> siblingModeProperty() {
    return siblingMode;
  }

  /// The siblings of the tensor that is shown, once they are wanted and counted.
  ReadOnlyObjectProperty<Optional<Siblings>> siblingsProperty() {
    return siblings;
  }

  /// A distribution that is pinned for comparison.
  ///
  /// @param key of what it is of, as [HistogramSources#key]
  /// @param name for the legend
  /// @param series its color: a number from 0 on that no other pin has
  record Pin(Object key, String name, int series, Distribution distribution) {}

  /// A way to draw the siblings of a tensor: the tensors with the same role in other layers.
  enum SiblingMode {
    NONE,
    /// All of them together as one outline.
    TOGETHER,
    /// Each as a thin line.
    EACH;

    /// The last part of its message keys.
    String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// A tensor with the same role in another layer.
  record Sibling(String name, Distribution distribution) {}

  /// The distributions of a tensor's siblings.
  ///
  /// @param rootMeanSquares of all siblings whose bytes are in the file, by layer
  /// @param sum of all of them
  /// @param nearest those of the nearest layers, at most [#MAX_NEAREST]
  record Siblings(List<Double> rootMeanSquares, Distribution sum, List<Sibling> nearest) {

    /// The most siblings with a distribution of their own.
    static final int MAX_NEAREST = 32;
  }
}
