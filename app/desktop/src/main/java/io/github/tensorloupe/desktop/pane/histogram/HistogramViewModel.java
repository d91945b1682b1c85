package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.pane.histogram.HistogramSubject.Scope;
import io.github.tensorloupe.desktop.pane.histogram.OccurrenceFinder.ValueClass;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The distribution of the selected tensor, or of what it is a part of: counted in the background
/// and remembered for what was looked at last. Belongs to the FX thread.
public final class HistogramViewModel {

  private final Selection selection;
  private final Messages messages;
  private final HistogramSources sources;
  private final LatestJob latest;
  private final ObservableList<Job> running;
  private final ReadOnlyObjectWrapper<HistogramState> state =
      new ReadOnlyObjectWrapper<>(new HistogramState.Nothing());
  private final ReadOnlyDoubleWrapper progress = new ReadOnlyDoubleWrapper(Job.INDETERMINATE);
  private final ObjectProperty<Scope> scope = new SimpleObjectProperty<>(Scope.TENSOR);
  private final Supplier<CaretValue> caretValues;
  private final BooleanProperty active = new SimpleBooleanProperty(true);
  private final ComparisonViewModel comparison;
  private final ChartViewModel chart;
  private final OccurrenceFinder occurrences;
  private final HistogramExport export;
  private final OutlierViewModel outliers;
  private final ObjectProperty<Optional<Feedback>> notice =
      new SimpleObjectProperty<>(Optional.empty());
  private Optional<Job> current = Optional.empty();

  /// @param selection shared with the other panes
  /// @param sources the source of distributions and scan results
  /// @param jobs runs the counting
  public HistogramViewModel(
      Selection selection, HistogramSources sources, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.messages = messages;
    this.sources = sources;
    this.latest = new LatestJob(jobs);
    this.caretValues = () -> new CaretValue(selection, active, jobs, messages);
    this.running = jobs.running();
    this.comparison =
        new ComparisonViewModel(
            selection, state.getReadOnlyProperty(), sources, jobs, notice, messages);
    this.chart = new ChartViewModel(state.getReadOnlyProperty(), comparison, sources);
    this.occurrences = new OccurrenceFinder(selection, sources, jobs, notice, messages);
    this.export = new HistogramExport(selection, jobs, notice, messages);
    this.outliers = new OutlierViewModel(this, selection, sources, jobs, messages);
    running.addListener((ListChangeListener<Job>) _ -> noticeStop());
    selection.documentProperty().subscribe(_ -> sources.clear());
    selection.tensorProperty().subscribe(_ -> update());
    scope.subscribe(_ -> update());
    active.subscribe(_ -> update());
  }

  private void update() {
    Optional<HistogramSubject> wanted = selection.tensorProperty().get().map(this::subject);
    if (state.get().subject().equals(wanted)) {
      return;
    }
    notice.set(Optional.empty());
    if (wanted.isPresent() && active.get() && isBeingCounted(wanted.get())) {
      state.set(new HistogramState.Computing(wanted.get()));
      return;
    }
    latest.cancel();
    current = Optional.empty();
    if (wanted.isEmpty() || !active.get()) {
      state.set(new HistogramState.Nothing());
    } else {
      show(wanted.get());
    }
  }

  /// True where the running count is of the same values, seen from another tensor.
  private boolean isBeingCounted(HistogramSubject wanted) {
    return state.get() instanceof HistogramState.Computing(HistogramSubject now)
        && now.scope() == wanted.scope()
        && sources.key(now).equals(sources.key(wanted));
  }

  private HistogramSubject subject(TensorRef tensor) {
    return new HistogramSubject(
        tensor, offeredScopes().contains(scope.get()) ? scope.get() : Scope.TENSOR);
  }

  /// The scopes that make a difference for the selected tensor.
  List<Scope> offeredScopes() {
    return selection
        .tensorProperty()
        .get()
        .flatMap(
            tensor ->
                selection
                    .openDocument()
                    .map(document -> Scope.offeredFor(tensor, document.checkpoint())))
        .orElse(List.of(Scope.TENSOR));
  }

  private void show(HistogramSubject subject) {
    Optional<Distribution> known = sources.known(subject);
    if (known.isPresent()) {
      state.set(new HistogramState.Done(subject, known.get()));
    } else if (subject.scope() == Scope.TENSOR && subject.tensor().data().isEmpty()) {
      state.set(new HistogramState.Absent(subject));
    } else {
      count(subject);
    }
  }

  private void count(HistogramSubject subject) {
    Optional<Checkpoint> checkpoint = selection.openDocument().map(OpenDocument::checkpoint);
    HistogramState computing = new HistogramState.Computing(subject);
    progress.unbind();
    progress.set(Job.INDETERMINATE);
    state.set(computing);
    Job job =
        latest.start(
            title(subject),
            (cancellation, reports) -> count(subject, checkpoint, cancellation, reports),
            this::arrived,
            this::fail);
    // A job that runs on this thread is over by now.
    if (state.get() == computing) {
      current = Optional.of(job.shownBy(Command.SHOW_HISTOGRAM));
      progress.bind(job.progressProperty());
    }
  }

  private Distribution count(
      HistogramSubject subject,
      Optional<Checkpoint> checkpoint,
      Cancellation cancellation,
      Progress reports)
      throws IOException {
    List<TensorRef> tensors =
        switch (subject.scope()) {
          case TENSOR -> List.of(subject.tensor());
          case LAYER, FILE, CHECKPOINT ->
              sources.tensors(subject, checkpoint.orElseThrow(), cancellation);
        };
    return sources.distributions().count(tensors, cancellation, reports);
  }

  private String title(HistogramSubject subject) {
    return switch (subject.scope()) {
      case TENSOR -> messages.text("histogram.job", DisplayText.of(subject.tensor().info().name()));
      case LAYER, FILE, CHECKPOINT -> messages.text("histogram.job." + subject.scope().key());
    };
  }

  private void arrived(Distribution distribution) {
    state
        .get()
        .subject()
        .ifPresent(
            subject -> {
              sources.remember(subject, distribution);
              state.set(new HistogramState.Done(subject, distribution));
            });
  }

  private void fail(Throwable failure) {
    state
        .get()
        .subject()
        .ifPresent(
            subject ->
                state.set(
                    new HistogramState.Failed(
                        subject, Failures.of(failure).doing(title(subject)))));
  }

  /// A job may also be stopped from outside this pane; then it just vanishes from the running ones.
  private void noticeStop() {
    if (state.get() instanceof HistogramState.Computing(HistogramSubject subject)
        && current.filter(job -> job.isRequested() && !running.contains(job)).isPresent()) {
      state.set(new HistogramState.Stopped(subject));
    }
  }

  /// Stops counting, if it runs.
  void stop() {
    if (state.get() instanceof HistogramState.Computing(HistogramSubject subject)) {
      latest.cancel();
      state.set(new HistogramState.Stopped(subject));
    }
  }

  /// Counts again after it was stopped or failed.
  void retry() {
    HistogramState now = state.get();
    if (now instanceof HistogramState.Stopped || now instanceof HistogramState.Failed) {
      now.subject().ifPresent(this::show);
    }
  }

  /// Puts the caret on the first of such values among what is shown, once it is found.
  void goToFirst(ValueClass values) {
    if (state.get() instanceof HistogramState.Done(HistogramSubject subject, Distribution _)) {
      occurrences.goToFirst(subject, values);
    }
  }

  /// The state of the pane.
  ReadOnlyObjectProperty<HistogramState> stateProperty() {
    return state.getReadOnlyProperty();
  }

  /// The progress of counting from 0 to 1, or [Job#INDETERMINATE].
  ReadOnlyDoubleProperty progressProperty() {
    return progress.getReadOnlyProperty();
  }

  /// Begins to read the element under the caret, for the chart that marks it.
  CaretValue caretValue() {
    return caretValues.get();
  }

  /// The chosen scope; the tensor alone is shown where its document does not offer the scope.
  ObjectProperty<Scope> scopeProperty() {
    return scope;
  }

  /// True while the pane is visible; otherwise no tensor is read. Initially true.
  public BooleanProperty activeProperty() {
    return active;
  }

  /// Sets the action that shows the bytes after the caret was moved to a value.
  public void setOnBytes(Runnable onBytes) {
    occurrences.setOnFound(onBytes);
  }

  /// The content of the chart.
  ChartViewModel chart() {
    return chart;
  }

  /// The distributions to compare with.
  ComparisonViewModel comparison() {
    return comparison;
  }

  /// The name of the subject; empty where nothing is shown.
  String name(int limit) {
    return state
        .get()
        .subject()
        .map(subject -> subject.name(sources.layers(), limit, messages))
        .orElse("");
  }

  /// Reports whether the tensor is an outlier among its siblings.
  OutlierViewModel outliers() {
    return outliers;
  }

  /// Saves what is drawn.
  HistogramExport export() {
    return export;
  }

  /// The outcome of the last action; empty where there is nothing to report.
  ReadOnlyObjectProperty<Optional<Feedback>> noticeProperty() {
    return notice;
  }

  /// A state of the pane.
  sealed interface HistogramState {

    /// No tensor is selected.
    record Nothing() implements HistogramState {}

    /// The values are being counted.
    record Computing(HistogramSubject shown) implements HistogramState {}

    /// The values have been counted.
    record Done(HistogramSubject shown, Distribution distribution) implements HistogramState {}

    /// The values could not be counted.
    record Failed(HistogramSubject shown, Failure failure) implements HistogramState {}

    /// The user stopped the counting.
    record Stopped(HistogramSubject shown) implements HistogramState {}

    /// None of the bytes are in the file.
    record Absent(HistogramSubject shown) implements HistogramState {}

    /// The subject, where there is one.
    default Optional<HistogramSubject> subject() {
      return switch (this) {
        case Nothing() -> Optional.empty();
        case Computing(HistogramSubject shown) -> Optional.of(shown);
        case Done(HistogramSubject shown, Distribution _) -> Optional.of(shown);
        case Failed(HistogramSubject shown, Failure _) -> Optional.of(shown);
        case Stopped(HistogramSubject shown) -> Optional.of(shown);
        case Absent(HistogramSubject shown) -> Optional.of(shown);
      };
    }
  }
}
