package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.pane.histogram.ComparisonViewModel.Siblings;
import io.github.tensorloupe.desktop.pane.histogram.HistogramSources.RunningSum;
import io.github.tensorloupe.desktop.pane.histogram.HistogramSubject.Scope;
import io.github.tensorloupe.desktop.pane.histogram.HistogramViewModel.HistogramState;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
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

  private final Selection selection;
  private final ReadOnlyObjectProperty<HistogramState> state;
  private final HistogramSources sources;
  private final LatestJob latest;
  private final ObjectProperty<Optional<Feedback>> notice;
  private final Messages messages;
  private final ObservableList<Pin> pins = FXCollections.observableArrayList();
  private final ObjectProperty<SiblingMode> siblingMode =
      new SimpleObjectProperty<>(SiblingMode.NONE);
  private final ReadOnlyObjectWrapper<Optional<Siblings>> siblings =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private Optional<TensorRef> counted = Optional.empty();

  ComparisonViewModel(
      Selection selection,
      ReadOnlyObjectProperty<HistogramState> state,
      HistogramSources sources,
      Jobs jobs,
      ObjectProperty<Optional<Feedback>> notice,
      Messages messages) {
    this.selection = selection;
    this.state = state;
    this.sources = sources;
    this.latest = new LatestJob(jobs);
    this.notice = notice;
    this.messages = messages;
    selection.documentProperty().subscribe(_ -> forget());
    state.subscribe(_ -> followSiblings());
    siblingMode.subscribe(_ -> followSiblings());
  }

  private void forget() {
    pins.clear();
    counted = Optional.empty();
    latest.cancel();
    siblings.set(Optional.empty());
  }

  private Optional<HistogramState.Done> done() {
    return state.get() instanceof HistogramState.Done done ? Optional.of(done) : Optional.empty();
  }

  /// True where the shown distribution can be pinned: it is not yet, and there is room.
  boolean canKeep() {
    return pins.size() < MAX_PINS
        && done()
            .filter(shown -> shown.distribution().hasFinite())
            .filter(
                shown ->
                    pins.stream().noneMatch(pin -> pin.key().equals(sources.key(shown.shown()))))
            .isPresent();
  }

  /// Pins the shown distribution until it is removed or the document is closed.
  void keep() {
    if (canKeep()) {
      done()
          .ifPresent(
              shown ->
                  pins.add(
                      new Pin(
                          sources.key(shown.shown()),
                          name(shown.shown()),
                          freeSeries(),
                          shown.distribution())));
    }
  }

  private int freeSeries() {
    return IntStream.range(0, MAX_PINS)
        .filter(series -> pins.stream().noneMatch(pin -> pin.series() == series))
        .findFirst()
        .orElseThrow();
  }

  private String name(HistogramSubject subject) {
    return subject.name(sources.layers(), NAME_LIMIT, messages);
  }

  /// Removes a pinned distribution.
  void remove(Pin pin) {
    pins.remove(pin);
  }

  /// The pinned distributions, oldest first; not to be changed by the caller.
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
        .filter(tensor -> sources.layers().role(tensor).isPresent());
  }

  private void followSiblings() {
    Optional<TensorRef> wanted =
        siblingMode.get() == SiblingMode.NONE || done().isEmpty()
            ? Optional.empty()
            : siblingOwner();
    if (wanted.equals(counted)) {
      return;
    }
    latest.cancel();
    counted = wanted;
    siblings.set(Optional.empty());
    selection
        .openDocument()
        .map(OpenDocument::checkpoint)
        .ifPresent(open -> wanted.ifPresent(tensor -> count(open, tensor)));
  }

  private void count(Checkpoint checkpoint, TensorRef tensor) {
    latest.start(
        messages.text("histogram.job.siblings", DisplayText.of(tensor.info().name())),
        (cancellation, progress) ->
            new SiblingCounting(sources, checkpoint, tensor).run(cancellation, progress),
        found -> siblings.set(Optional.of(found)),
        failure ->
            notice.set(
                Optional.of(
                    Feedback.failed(messages.sentence(Failures.sentence(failure)), failure))));
  }

  /// The way the siblings are drawn.
  ObjectProperty<SiblingMode> siblingModeProperty() {
    return siblingMode;
  }

  /// The siblings of the tensor that is shown, once they are wanted and counted.
  ReadOnlyObjectProperty<Optional<Siblings>> siblingsProperty() {
    return siblings.getReadOnlyProperty();
  }

  /// A distribution that is pinned for comparison.
  ///
  /// @param key of what it is of, as [HistogramSources#key]
  /// @param name for the legend
  /// @param series its color: a number from 0 on that no other pin has
  /// @param distribution the distribution
  record Pin(Object key, String name, int series, Distribution distribution) {}

  /// A way to draw the siblings of a tensor: the tensors with the same role in other layers.
  enum SiblingMode {
    /// Not at all.
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

  /// The distributions of a tensor's siblings: the tensors with the same role in the other layers.
  ///
  /// @param names of all siblings whose bytes are in the file, by layer
  /// @param rootMeanSquares of all of them
  /// @param sum of all of them
  /// @param nearest the distributions of the siblings of the nearest layers, at most [#MAX_NEAREST]
  /// @param nearestNames their names
  record Siblings(
      List<String> names,
      List<Double> rootMeanSquares,
      Distribution sum,
      List<Distribution> nearest,
      List<String> nearestNames) {

    /// The most siblings with a distribution of their own.
    static final int MAX_NEAREST = 32;
  }

  /// Counts the siblings of a tensor, of the nearest ones each by itself. Blocks; any thread.
  ///
  /// @param sources counts the siblings
  /// @param checkpoint that the tensor is in
  /// @param tensor whose siblings are wanted
  private record SiblingCounting(
      HistogramSources sources, Checkpoint checkpoint, TensorRef tensor) {

    Siblings run(Cancellation cancellation, Progress progress) throws IOException {
      int index = checkpoint.indexOf(tensor);
      List<Integer> indices =
          sources.layers().of(checkpoint, cancellation).siblings(index).stream()
              .filter(sibling -> checkpoint.tensors().get(sibling).data().isPresent())
              .toList();
      int firstHeld = firstHeld(indices, index);
      int heldCount = Math.min(Siblings.MAX_NEAREST, indices.size());
      List<TensorRef> tensors = indices.stream().map(checkpoint.tensors()::get).toList();
      Distribution[] held = new Distribution[heldCount];
      double[] scales = new double[tensors.size()];
      RunningSum sum = new RunningSum();
      sources
          .distributions()
          .each(
              tensors,
              (sibling, distribution) -> {
                sum.add(distribution);
                scales[sibling] = distribution.figures().rootMeanSquare();
                if (sibling >= firstHeld && sibling < firstHeld + heldCount) {
                  held[sibling - firstHeld] = distribution;
                }
              },
              cancellation,
              progress);
      List<String> names = tensors.stream().map(sibling -> sibling.info().name()).toList();
      return new Siblings(
          names,
          Arrays.stream(scales).boxed().toList(),
          sum.total(),
          Arrays.stream(held).map(Objects::requireNonNull).toList(),
          names.subList(firstHeld, firstHeld + heldCount));
    }

    /// The index of the first sibling held, chosen around the tensor itself.
    private static int firstHeld(List<Integer> siblings, int tensor) {
      long before = siblings.stream().filter(sibling -> sibling < tensor).count();
      return Math.clamp(
          before - Siblings.MAX_NEAREST / 2,
          0,
          Math.max(0, siblings.size() - Siblings.MAX_NEAREST));
    }
  }
}
