package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;

import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.analysis.health.Occurrences;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.pane.histogram.HistogramContext.HistogramSubject;
import io.github.tensorloupe.desktop.pane.histogram.HistogramContext.HistogramSubject.Scope;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Puts the caret on the first value of a class. Where a scan has told the place, it is there at
/// once; else it is looked for in the background. Belongs to the FX thread.
final class OccurrenceFinder {

  private record Place(TensorRef tensor, long byteOffset) {}

  private final HistogramContext context;
  private final LatestJob latest;
  private Runnable onFound = () -> {};

  OccurrenceFinder(HistogramContext context) {
    this.context = context;
    this.latest = new LatestJob(context.jobs());
    context.selection().documentProperty().subscribe(_ -> latest.cancel());
  }

  /// Sets the action to run after the caret was moved.
  void setOnFound(Runnable action) {
    onFound = action;
  }

  /// Looks for the first of such values in the order of the file.
  void goToFirst(HistogramSubject subject, ValueClass values) {
    context.checkpoint().ifPresent(checkpoint -> goToFirst(subject, values, checkpoint));
  }

  private void goToFirst(HistogramSubject subject, ValueClass values, Checkpoint checkpoint) {
    List<Optional<TensorHealth>> known =
        IntStream.range(0, checkpoint.tensors().size())
            .mapToObj(context.results()::health)
            .toList();
    Optional<TensorHealth> alone = known.get(checkpoint.indexOf(subject.tensor()));
    if (subject.scope() == Scope.TENSOR && alone.isPresent()) {
      place(subject.tensor(), values, alone.get()).ifPresent(this::go);
      return;
    }
    latest.start(
        context.messages().text("histogram.job.find." + values.key()),
        (cancellation, progress) -> {
          Optional<Checkpoint> open = Optional.of(checkpoint);
          List<TensorRef> tensors = context.tensors(subject, open, cancellation);
          return search(tensors, values, checkpoint, known, cancellation, progress);
        },
        found -> found.ifPresent(this::go),
        context::fail);
  }

  /// Looks through tensors; what a scan has told of is not read again. Blocks; any thread.
  private Optional<Place> search(
      List<TensorRef> tensors,
      ValueClass values,
      Checkpoint checkpoint,
      List<Optional<TensorHealth>> known,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    long total = tensors.stream().mapToLong(OccurrenceFinder::byteCount).sum();
    long before = 0;
    for (TensorRef tensor : tensors) {
      cancellation.check();
      long begin = before;
      Optional<TensorHealth> health = known.get(checkpoint.indexOf(tensor));
      Optional<TensorData> data = tensor.data();
      if (health.isEmpty() && data.isPresent()) {
        Progress ofAll = (done, _) -> progress.report(begin + done, total);
        health = Optional.of(context.health().of(data.get(), cancellation, ofAll));
      }
      Optional<Place> found = health.flatMap(told -> place(tensor, values, told));
      if (found.isPresent()) {
        return found;
      }
      before += byteCount(tensor);
    }
    return Optional.empty();
  }

  private static long byteCount(TensorRef tensor) {
    return tensor.data().map(data -> data.range().byteCount()).orElse(0L);
  }

  private static Optional<Place> place(TensorRef tensor, ValueClass values, TensorHealth health) {
    Occurrences occurrences = values.occurrences.apply(health);
    return tensor
        .data()
        .filter(_ -> occurrences.any())
        .map(data -> new Place(tensor, data.bytesOfPart(occurrences.firstIndex()).begin()));
  }

  private void go(Place place) {
    context.selection().placeCaret(place.tensor().file(), place.byteOffset());
    onFound.run();
  }

  /// Values that are counted by themselves and have a badge each.
  enum ValueClass {
    NAN(ValueCounts::nan, TensorHealth::nan),
    POSITIVE_INFINITY(ValueCounts::positiveInfinity, TensorHealth::positiveInfinity),
    NEGATIVE_INFINITY(ValueCounts::negativeInfinity, TensorHealth::negativeInfinity),
    ZERO(ValueCounts::zero, TensorHealth::zero),
    SUBNORMAL(ValueCounts::subnormal, TensorHealth::subnormal);

    private final ToLongFunction<ValueCounts> count;
    private final Function<TensorHealth, Occurrences> occurrences;

    ValueClass(ToLongFunction<ValueCounts> count, Function<TensorHealth, Occurrences> occurrences) {
      this.count = count;
      this.occurrences = occurrences;
    }

    /// The last part of its message keys and of its badge's id.
    String key() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    boolean isFinite() {
      return this == ZERO || this == SUBNORMAL;
    }

    /// The number of these values.
    long countIn(ValueCounts counts) {
      return count.applyAsLong(counts);
    }
  }
}
