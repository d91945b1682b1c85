package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorRef;
import java.util.Optional;
import java.util.stream.IntStream;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/// What is drawn beside what is shown, to compare with: distributions that were kept, and the
/// siblings of the tensor. Belongs to the FX thread.
final class ComparisonViewModel {

  /// How many distributions can be kept: as many as there are colours.
  static final int MAX_PINS = 6;

  private static final int NAME_LIMIT = 200;

  private final Selection selection;
  private final ReadOnlyObjectProperty<HistogramState> state;
  private final HistogramSources sources;
  private final LatestJob latest;
  private final NoticeBoard notices;
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
      NoticeBoard notices,
      Messages messages) {
    this.selection = selection;
    this.state = state;
    this.sources = sources;
    this.latest = new LatestJob(jobs);
    this.notices = notices;
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

  /// Whether what is shown can be kept: it was not kept yet, and there is room.
  boolean canKeep() {
    return pins.size() < MAX_PINS
        && done()
            .filter(shown -> shown.distribution().hasFinite())
            .filter(
                shown ->
                    pins.stream().noneMatch(pin -> pin.key().equals(sources.key(shown.shown()))))
            .isPresent();
  }

  /// Keeps what is shown for comparison, until it is removed or the document is closed.
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

  private String name(Subject subject) {
    return SubjectText.name(subject, sources.layers(), NAME_LIMIT, messages);
  }

  /// Does not keep it any longer.
  void remove(Pin pin) {
    pins.remove(pin);
  }

  /// What is kept, in the order in which that began; not to be changed by the caller.
  ObservableList<Pin> pins() {
    return pins;
  }

  /// Whether the tensor that is shown stands in a layer, so that it may have siblings.
  boolean mayHaveSiblings() {
    return siblingOwner().isPresent();
  }

  private Optional<TensorRef> siblingOwner() {
    return state
        .get()
        .subject()
        .filter(subject -> subject.scope() == HistogramScope.TENSOR)
        .map(Subject::tensor)
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
        failure -> notices.warn(messages.sentence(Failures.sentence(failure)), failure));
  }

  /// How the siblings are drawn.
  ObjectProperty<SiblingMode> siblingModeProperty() {
    return siblingMode;
  }

  /// The siblings of the tensor that is shown, once they are wanted and counted.
  ReadOnlyObjectProperty<Optional<Siblings>> siblingsProperty() {
    return siblings.getReadOnlyProperty();
  }
}
