package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.analysis.health.Occurrences;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.pane.histogram.HistogramSubject.Scope;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Puts the caret on the first value of a class. Where a scan has told the place, it is there at
/// once; else it is looked for in the background. Belongs to the FX thread.
final class OccurrenceFinder {

  /// The place of a value.
  private record Place(TensorRef tensor, long partIndex) {}

  private final Selection selection;
  private final HistogramSources sources;
  private final LatestJob latest;
  private final ObjectProperty<Optional<Feedback>> notice;
  private final Messages messages;
  private Runnable onFound = () -> {};

  OccurrenceFinder(
      Selection selection,
      HistogramSources sources,
      Jobs jobs,
      ObjectProperty<Optional<Feedback>> notice,
      Messages messages) {
    this.selection = selection;
    this.sources = sources;
    this.latest = new LatestJob(jobs);
    this.notice = notice;
    this.messages = messages;
    selection.documentProperty().subscribe(_ -> latest.cancel());
  }

  /// Sets the action to run after the caret was moved.
  void setOnFound(Runnable action) {
    onFound = action;
  }

  /// Looks for the first of such values in the order of the file.
  void goToFirst(HistogramSubject subject, ValueClass values) {
    selection
        .openDocument()
        .map(OpenDocument::checkpoint)
        .ifPresent(checkpoint -> goToFirst(subject, values, checkpoint));
  }

  private void goToFirst(HistogramSubject subject, ValueClass values, Checkpoint checkpoint) {
    List<Optional<TensorHealth>> known = known(subject, checkpoint);
    if (subject.scope() == Scope.TENSOR && known.getFirst().isPresent()) {
      place(subject.tensor(), values, known.getFirst().get()).ifPresent(this::go);
      return;
    }
    latest.start(
        messages.text("histogram.job.find." + values.key()),
        (cancellation, progress) ->
            new Search(values, subject, checkpoint, known).run(cancellation, progress),
        found -> found.ifPresent(this::go),
        failure ->
            notice.set(
                Optional.of(
                    Feedback.failed(messages.sentence(Failures.sentence(failure)), failure))));
  }

  /// The results of scans so far: of the one tensor, or of all tensors of the checkpoint.
  private List<Optional<TensorHealth>> known(HistogramSubject subject, Checkpoint checkpoint) {
    IntStream tensors =
        subject.scope() == Scope.TENSOR
            ? IntStream.of(checkpoint.indexOf(subject.tensor()))
            : IntStream.range(0, checkpoint.tensors().size());
    return tensors.mapToObj(tensor -> sources.results().health(tensor)).toList();
  }

  /// Looks through tensors; what a scan has told of is not read again.
  private final class Search {

    private final ValueClass values;
    private final HistogramSubject subject;
    private final Checkpoint checkpoint;
    private final List<Optional<TensorHealth>> known;

    Search(
        ValueClass values,
        HistogramSubject subject,
        Checkpoint checkpoint,
        List<Optional<TensorHealth>> known) {
      this.values = values;
      this.subject = subject;
      this.checkpoint = checkpoint;
      this.known = known;
    }

    Optional<Place> run(Cancellation cancellation, Progress progress) throws IOException {
      List<TensorRef> tensors = sources.tensors(subject, checkpoint, cancellation);
      long total = tensors.stream().mapToLong(OccurrenceFinder::byteCount).sum();
      long before = 0;
      for (TensorRef tensor : tensors) {
        cancellation.check();
        long begin = before;
        Optional<TensorHealth> health =
            health(tensor, cancellation, (done, _) -> progress.report(begin + done, total));
        Optional<Place> found = health.flatMap(each -> place(tensor, values, each));
        if (found.isPresent()) {
          return found;
        }
        before += byteCount(tensor);
      }
      return Optional.empty();
    }

    private Optional<TensorHealth> health(
        TensorRef tensor, Cancellation cancellation, Progress progress) throws IOException {
      Optional<TensorHealth> told =
          known.size() == 1 ? known.getFirst() : known.get(checkpoint.indexOf(tensor));
      Optional<TensorData> data = tensor.data();
      return told.isPresent() || data.isEmpty()
          ? told
          : Optional.of(sources.healthCheck().of(data.get(), cancellation, progress));
    }
  }

  private static long byteCount(TensorRef tensor) {
    return tensor.data().map(data -> data.range().byteCount()).orElse(0L);
  }

  private static Optional<Place> place(TensorRef tensor, ValueClass values, TensorHealth health) {
    Occurrences occurrences = values.in(health);
    return occurrences.any()
        ? Optional.of(new Place(tensor, occurrences.firstIndex()))
        : Optional.empty();
  }

  private void go(Place place) {
    place
        .tensor()
        .data()
        .ifPresent(
            data -> {
              selection.placeCaret(
                  place.tensor().file(), data.bytesOfPart(place.partIndex()).begin());
              onFound.run();
            });
  }

  /// Values that are counted by themselves and have a badge each.
  enum ValueClass {
    NAN("nan", ValueCounts::nan, TensorHealth::nan),
    POSITIVE_INFINITY(
        "positive-infinity", ValueCounts::positiveInfinity, TensorHealth::positiveInfinity),
    NEGATIVE_INFINITY(
        "negative-infinity", ValueCounts::negativeInfinity, TensorHealth::negativeInfinity),
    ZERO("zero", ValueCounts::zero, TensorHealth::zero),
    SUBNORMAL("subnormal", ValueCounts::subnormal, TensorHealth::subnormal);

    private final String key;
    private final ToLongFunction<ValueCounts> count;
    private final Function<TensorHealth, Occurrences> occurrences;

    ValueClass(
        String key,
        ToLongFunction<ValueCounts> count,
        Function<TensorHealth, Occurrences> occurrences) {
      this.key = key;
      this.count = count;
      this.occurrences = occurrences;
    }

    /// The last part of its message keys and of its badge's id.
    String key() {
      return key;
    }

    /// The number of these values.
    long countIn(ValueCounts counts) {
      return count.applyAsLong(counts);
    }

    /// The number and first place of these values in a tensor.
    Occurrences in(TensorHealth health) {
      return occurrences.apply(health);
    }
  }
}
