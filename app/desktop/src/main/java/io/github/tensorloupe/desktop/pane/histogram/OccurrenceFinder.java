package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;

import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.analysis.health.Occurrences;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.pane.histogram.HistogramContext.HistogramSubject;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Moves the caret to the first value of a class. If no scan has recorded its position, searches in
/// the background. Belongs to the FX thread.
final class OccurrenceFinder {

  private record Place(TensorRef tensor, long byteOffset) {}

  private final HistogramContext context;
  private final JobSlot<Optional<Place>> latest;
  private Runnable onFound = () -> {};

  OccurrenceFinder(HistogramContext context) {
    this.context = context;
    this.latest = new JobSlot<>(context.jobs());
    context.selection().documentProperty().subscribe(_ -> latest.clear());
  }

  void setOnFound(Runnable action) {
    onFound = action;
  }

  /// Moves the caret to the first value of the class in file order.
  void goToFirst(HistogramSubject subject, ValueClass values) {
    context.checkpoint().ifPresent(checkpoint -> goToFirst(subject, values, checkpoint));
  }

  private void goToFirst(HistogramSubject subject, ValueClass values, Checkpoint checkpoint) {
    List<Optional<TensorHealth>> known =
        IntStream.range(0, checkpoint.tensors().size())
            .mapToObj(context.results()::health)
            .toList();
    latest.start(
        context.messages().text("histogram.job.find." + values.key()),
        (cancellation, progress) ->
            search(
                context.tensors(subject, Optional.of(checkpoint), cancellation),
                values,
                tensor -> known.get(checkpoint.indexOf(tensor)),
                cancellation,
                progress),
        found -> found.ifPresent(this::go),
        context::fail);
  }

  /// Searches tensors, using scan results if known. Blocks; may be called from any thread.
  private Optional<Place> search(
      List<TensorRef> tensors,
      ValueClass values,
      Function<TensorRef, Optional<TensorHealth>> known,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    long total = tensors.stream().mapToLong(OccurrenceFinder::byteCount).sum();
    long before = 0;
    for (TensorRef tensor : tensors) {
      cancellation.check();
      long begin = before;
      Optional<TensorHealth> health = known.apply(tensor);
      Optional<TensorData> data = tensor.data();
      if (health.isEmpty() && data.isPresent()) {
        Progress ofAll = (done, _) -> progress.report(begin + done, total);
        health = Optional.of(context.health().of(data.get(), cancellation, ofAll));
      }
      Optional<Occurrences> found = health.map(values.occurrences).filter(Occurrences::any);
      if (found.isPresent() && data.isPresent()) {
        long offset = data.get().bytesOfPart(found.get().firstIndex()).begin();
        return Optional.of(new Place(tensor, offset));
      }
      before += byteCount(tensor);
    }
    return Optional.empty();
  }

  private static long byteCount(TensorRef tensor) {
    return tensor.data().map(data -> data.range().byteCount()).orElse(0L);
  }

  private void go(Place place) {
    context.selection().placeCaret(place.tensor().file(), place.byteOffset());
    onFound.run();
  }

  /// Classes of values that are counted separately and have a badge each.
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

    /// The last part of the message keys and of the badge's id.
    String key() {
      return Messages.word(this);
    }

    boolean isFinite() {
      return this == ZERO || this == SUBNORMAL;
    }

    long countIn(ValueCounts counts) {
      return count.applyAsLong(counts);
    }
  }
}
