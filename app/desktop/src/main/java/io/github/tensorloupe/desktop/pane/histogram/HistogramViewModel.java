package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.error.FileJobs;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.pane.histogram.HistogramContext.HistogramSubject;
import io.github.tensorloupe.desktop.pane.histogram.HistogramContext.HistogramSubject.Scope;
import io.github.tensorloupe.desktop.pane.histogram.HistogramViewModel.HistogramState.Computing;
import io.github.tensorloupe.desktop.pane.histogram.HistogramViewModel.HistogramState.Done;
import io.github.tensorloupe.desktop.pane.histogram.OccurrenceFinder.ValueClass;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;
import java.nio.file.Path;

/// The distribution of the selected tensor, or of a unit that contains it. Counts in the background
/// and caches the most recent distributions. Belongs to the FX thread.
public final class HistogramViewModel {

  /// Writes a file; runs in the background.
  interface FileWriting {

    /// @param open files that must not be overwritten
    /// @return a warning about the written file, or empty
    Optional<Sentence> run(Path file, List<Path> open) throws IOException;
  }

  /// An element and its value.
  ///
  /// @param index the index, such as `[12, 803]`
  /// @param value the value, or the real part of a complex element; may be NaN or infinite
  /// @param text the value in the format of all panes
  record CaretElement(String index, double value, String text) {}

  private static final int REMEMBERED = 64;

  private final HistogramContext context;
  // The most recently used entry is last.
  private final SequencedMap<Object, Distribution> known = new LinkedHashMap<>(16, 0.75f, true);
  private final JobSlot<Distribution> counting;
  final ObjectProperty<HistogramState> state =
      new SimpleObjectProperty<>(new HistogramState.Nothing(Optional.empty()));

  /// The progress of counting from 0 to 1, or [Job#INDETERMINATE].
  final ObservableValue<Number> progress;

  /// The chosen scope. If the document does not offer it, the pane shows the tensor alone.
  final ObjectProperty<Scope> scope = new SimpleObjectProperty<>(Scope.TENSOR);

  /// True while the pane is visible; otherwise no tensor is read. Initially true.
  final BooleanProperty active = new SimpleBooleanProperty(true);

  final ComparisonViewModel comparison;
  final ChartViewModel chart;
  private final OccurrenceFinder occurrences;
  private final JobSlot<CaretElement> caretElement;
  private boolean followsCaret;

  HistogramViewModel(HistogramContext context) {
    this.context = context;
    counting = new JobSlot<>(context.jobs());
    counting.onStop(this::stopped);
    progress = counting.progressProperty();
    comparison = new ComparisonViewModel(context, state);
    chart = new ChartViewModel(state, comparison, context);
    occurrences = new OccurrenceFinder(context);
    caretElement = new JobSlot<>(context.jobs());
    Selection selection = context.selection();
    selection.documentProperty().subscribe(_ -> known.clear());
    selection.documentProperty().subscribe(_ -> context.layers().clear());
    selection.tensorProperty().subscribe(_ -> update());
    selection.groupProperty().subscribe((_, _) -> update());
    scope.subscribe(_ -> update());
    active.subscribe(_ -> update());
  }

  private void update() {
    Optional<HistogramSubject> wanted =
        context.selection().tensorProperty().get().map(this::subject);
    HistogramState nothing = new HistogramState.Nothing(context.selection().absence());
    if (wanted.isEmpty() ? state.get().equals(nothing) : state.get().subject().equals(wanted)) {
      return;
    }
    context.notice().set(Optional.empty());
    if (wanted.isPresent() && active.get() && isBeingCounted(wanted.get())) {
      state.set(new Computing(wanted.get()));
      return;
    }
    counting.clear();
    wanted.filter(_ -> active.get()).ifPresentOrElse(this::show, () -> state.set(nothing));
  }

  /// Returns whether the running count covers the same values, requested for another tensor.
  private boolean isBeingCounted(HistogramSubject wanted) {
    return state.get() instanceof Computing(HistogramSubject now)
        && now.scope() == wanted.scope()
        && context.key(now).equals(context.key(wanted));
  }

  private HistogramSubject subject(TensorRef tensor) {
    return new HistogramSubject(
        tensor, offeredScopes().contains(scope.get()) ? scope.get() : Scope.TENSOR);
  }

  List<Scope> offeredScopes() {
    Optional<TensorRef> tensor = context.selection().tensorProperty().get();
    Optional<Checkpoint> open = context.checkpoint();
    return tensor
        .flatMap(it -> open.map(of -> Scope.offeredFor(it, of)))
        .orElse(List.of(Scope.TENSOR));
  }

  private void show(HistogramSubject subject) {
    Distribution distribution = known.get(context.key(subject));
    if (distribution != null) {
      state.set(new Done(subject, distribution));
    } else if (subject.scope() == Scope.TENSOR && subject.tensor().data().isEmpty()) {
      state.set(new HistogramState.Absent(subject));
    } else {
      count(subject);
    }
  }

  private void count(HistogramSubject subject) {
    Optional<Checkpoint> open = context.checkpoint();
    state.set(new Computing(subject));
    counting
        .start(
            title(subject),
            (cancellation, reports) -> {
              List<TensorRef> tensors = context.tensors(subject, open, cancellation);
              return context.sum(tensors, (_, _) -> {}, cancellation, reports);
            },
            this::arrived,
            this::fail)
        .shownBy(Command.SHOW_HISTOGRAM);
  }

  private String title(HistogramSubject subject) {
    return subject.scope() == Scope.TENSOR
        ? context.messages().text("histogram.job", DisplayText.of(subject.tensor().info().name()))
        : context.messages().text("histogram.job." + subject.scope().spelling());
  }

  private void arrived(Distribution distribution) {
    HistogramSubject subject = state.get().subject().orElseThrow();
    known.put(context.key(subject), distribution);
    if (known.size() > REMEMBERED) {
      known.pollFirstEntry();
    }
    state.set(new Done(subject, distribution));
  }

  private void fail(Throwable failure) {
    HistogramSubject subject = state.get().subject().orElseThrow();
    state.set(new HistogramState.Failed(subject, Failures.of(failure).doing(title(subject))));
  }

  private void stopped() {
    if (state.get() instanceof Computing(HistogramSubject subject)) {
      state.set(new HistogramState.Stopped(subject));
    }
  }

  void stop() {
    counting.stop();
  }

  /// Counts again after the count was stopped or failed.
  void retry() {
    HistogramState now = state.get();
    if (now instanceof HistogramState.Stopped || now instanceof HistogramState.Failed) {
      now.subject().ifPresent(this::show);
    }
  }

  /// Moves the caret to the first value of the class in the shown subject, once it is found.
  void goToFirst(ValueClass values) {
    if (state.get() instanceof Done(HistogramSubject subject, Distribution _)) {
      occurrences.goToFirst(subject, values);
    }
  }

  /// Writes a file in the background and reports the outcome.
  ///
  /// @param file the target; the user has confirmed that an existing file is replaced
  void save(Path file, FileWriting writing) {
    List<Path> open = context.selection().openFiles();
    String path = DisplayText.of(file.toAbsolutePath().toString());
    String name = DisplayText.of(String.valueOf(file.getFileName()));
    Messages messages = context.messages();
    new FileJobs(context.jobs(), messages)
        .start(
            messages.text("histogram.job.save", name),
            file,
            (_, _) -> writing.run(file, open),
            messages.text("histogram.saved", path),
            reason -> messages.text("histogram.not-saved", reason),
            this::showNotice)
        .unstoppable();
  }

  void showNotice(Feedback feedback) {
    context.showNotice(feedback);
  }

  /// The element under the caret, which is read from the first call on. Empty if the caret is not
  /// in a tensor or the pane is not visible.
  ReadOnlyObjectProperty<Optional<CaretElement>> caretElementProperty() {
    if (!followsCaret) {
      followsCaret = true;
      Selection selection = context.selection();
      Stream.of(selection.caretProperty(), selection.tensorProperty(), active)
          .forEach(value -> value.subscribe(this::readCaret));
      readCaret();
    }
    return caretElement.resultProperty();
  }

  // Failures are not reported here: counting the same bytes reports them.
  private void readCaret() {
    Selection selection = context.selection();
    Optional<TensorRef> tensor = selection.tensorProperty().get().filter(_ -> active.get());
    Optional<TensorData> data = tensor.flatMap(TensorRef::data);
    Optional<ElementPosition> position =
        tensor.flatMap(of -> selection.caretProperty().get().flatMap(at -> at.elementIn(of)));
    if (data.isEmpty() || position.isEmpty()) {
      caretElement.clear();
      return;
    }
    ElementType type = ElementType.of(data.get().info().dtype());
    long part = position.get().elementIndex() * type.partsPerElement();
    if (data.get().bytesOfPart(part).end() > data.get().range().end()) {
      // The file ends within the element.
      caretElement.clear();
      return;
    }
    String index = position.get().indexText();
    caretElement.start(
        context.messages().text("histogram.job.caret"),
        (_, _) -> {
          long code = data.get().code(part);
          return new CaretElement(index, type.toDouble(code), type.displayText(code));
        },
        _ -> {});
  }

  /// Sets the action that shows the bytes after the caret was moved to a value.
  public void setOnBytes(Runnable onBytes) {
    occurrences.setOnFound(onBytes);
  }

  /// Returns the name of the subject, or an empty string if nothing is shown.
  String name(int limit) {
    return state.get().subject().map(subject -> context.name(subject, limit)).orElse("");
  }

  /// The outcome of the last action; empty if there is nothing to report.
  ReadOnlyObjectProperty<Optional<Feedback>> noticeProperty() {
    return context.notice();
  }

  sealed interface HistogramState {

    /// No tensor is selected.
    ///
    /// @param why states that the shard is missing, if so
    record Nothing(Optional<Sentence> why) implements HistogramState {}

    /// A tensor is selected.
    sealed interface OfSubject extends HistogramState {
      HistogramSubject shown();
    }

    record Computing(HistogramSubject shown) implements OfSubject {}

    record Done(HistogramSubject shown, Distribution distribution) implements OfSubject {}

    record Failed(HistogramSubject shown, Failure failure) implements OfSubject {}

    record Stopped(HistogramSubject shown) implements OfSubject {}

    /// None of the tensor's bytes are in the file.
    record Absent(HistogramSubject shown) implements OfSubject {}

    default Optional<HistogramSubject> subject() {
      return this instanceof OfSubject of ? Optional.of(of.shown()) : Optional.empty();
    }
  }
}
