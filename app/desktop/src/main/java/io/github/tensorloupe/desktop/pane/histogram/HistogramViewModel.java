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
import io.github.tensorloupe.desktop.pane.histogram.HistogramSources.HistogramSubject;
import io.github.tensorloupe.desktop.pane.histogram.HistogramSources.HistogramSubject.Scope;
import io.github.tensorloupe.desktop.pane.histogram.HistogramViewModel.HistogramState.Computing;
import io.github.tensorloupe.desktop.pane.histogram.HistogramViewModel.HistogramState.Done;
import io.github.tensorloupe.desktop.pane.histogram.OccurrenceFinder.ValueClass;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.nio.file.Path;

/// The distribution of the selected tensor, or of what it is a part of: counted in the background
/// and remembered for what was looked at last. Belongs to the FX thread.
public final class HistogramViewModel {

  /// The parts that the models of the pane share.
  ///
  /// @param notice receives the outcome of actions
  record Context(
      Selection selection,
      HistogramSources sources,
      Jobs jobs,
      ObjectProperty<Optional<Feedback>> notice,
      Messages messages) {

    Optional<Checkpoint> checkpoint() {
      return selection.openDocument().map(OpenDocument::checkpoint);
    }

    void tell(Feedback feedback) {
      notice.set(Optional.of(feedback));
    }

    /// Tells that background work has failed.
    void fail(Throwable failure) {
      tell(Feedback.failed(failure, messages));
    }
  }

  /// Writes a file; runs in the background.
  interface FileWriting {

    /// @param open files that are never written to
    void run(List<Path> open) throws IOException;
  }

  private final Context context;
  private final LatestJob latest;
  private final ReadOnlyObjectWrapper<HistogramState> state =
      new ReadOnlyObjectWrapper<>(new HistogramState.Nothing());
  private final DoubleProperty progress = new SimpleDoubleProperty(Job.INDETERMINATE);
  private final ObjectProperty<Scope> scope = new SimpleObjectProperty<>(Scope.TENSOR);
  private final BooleanProperty active = new SimpleBooleanProperty(true);
  private final ComparisonViewModel comparison;
  private final ChartViewModel chart;
  private final OccurrenceFinder occurrences;
  private final OutlierViewModel outliers;
  private Optional<Job> current = Optional.empty();

  /// @param selection shared with the other panes
  /// @param sources the source of distributions and scan results
  /// @param jobs runs the counting
  public HistogramViewModel(
      Selection selection, HistogramSources sources, Jobs jobs, Messages messages) {
    context =
        new Context(
            selection, sources, jobs, new SimpleObjectProperty<>(Optional.empty()), messages);
    latest = new LatestJob(jobs);
    comparison = new ComparisonViewModel(context, stateProperty());
    chart = new ChartViewModel(stateProperty(), comparison, sources);
    occurrences = new OccurrenceFinder(context);
    outliers = new OutlierViewModel(context, stateProperty(), comparison.siblingsProperty());
    jobs.running().addListener((ListChangeListener<Job>) _ -> noticeStop());
    selection.documentProperty().subscribe(_ -> sources.clear());
    selection.tensorProperty().subscribe(_ -> update());
    scope.subscribe(_ -> update());
    active.subscribe(_ -> update());
  }

  private void update() {
    Optional<HistogramSubject> wanted =
        context.selection().tensorProperty().get().map(this::subject);
    if (state.get().subject().equals(wanted)) {
      return;
    }
    context.notice().set(Optional.empty());
    if (wanted.isPresent() && active.get() && isBeingCounted(wanted.get())) {
      state.set(new Computing(wanted.get()));
      return;
    }
    latest.cancel();
    current = Optional.empty();
    wanted
        .filter(_ -> active.get())
        .ifPresentOrElse(this::show, () -> state.set(new HistogramState.Nothing()));
  }

  /// True where the running count is of the same values, seen from another tensor.
  private boolean isBeingCounted(HistogramSubject wanted) {
    return state.get() instanceof Computing(HistogramSubject now)
        && now.scope() == wanted.scope()
        && context.sources().key(now).equals(context.sources().key(wanted));
  }

  private HistogramSubject subject(TensorRef tensor) {
    return new HistogramSubject(
        tensor, offeredScopes().contains(scope.get()) ? scope.get() : Scope.TENSOR);
  }

  /// The scopes that make a difference for the selected tensor.
  List<Scope> offeredScopes() {
    return context
        .selection()
        .tensorProperty()
        .get()
        .flatMap(tensor -> context.checkpoint().map(open -> Scope.offeredFor(tensor, open)))
        .orElse(List.of(Scope.TENSOR));
  }

  private void show(HistogramSubject subject) {
    Optional<Distribution> known = context.sources().known(subject);
    if (known.isPresent()) {
      state.set(new Done(subject, known.get()));
    } else if (subject.scope() == Scope.TENSOR && subject.tensor().data().isEmpty()) {
      state.set(new HistogramState.Absent(subject));
    } else {
      count(subject);
    }
  }

  private void count(HistogramSubject subject) {
    Optional<Checkpoint> open = context.checkpoint();
    HistogramState computing = new Computing(subject);
    progress.unbind();
    progress.set(Job.INDETERMINATE);
    state.set(computing);
    Job job =
        latest.start(
            title(subject),
            (cancellation, reports) -> count(subject, open, cancellation, reports),
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
      Optional<Checkpoint> open,
      Cancellation cancellation,
      Progress reports)
      throws IOException {
    List<TensorRef> tensors =
        subject.scope() == Scope.TENSOR
            ? List.of(subject.tensor())
            : context.sources().tensors(subject, open.orElseThrow(), cancellation);
    return context.sources().count(tensors, cancellation, reports);
  }

  private String title(HistogramSubject subject) {
    return subject.scope() == Scope.TENSOR
        ? context.messages().text("histogram.job", DisplayText.of(subject.tensor().info().name()))
        : context.messages().text("histogram.job." + subject.scope().key());
  }

  private void arrived(Distribution distribution) {
    HistogramSubject subject = state.get().subject().orElseThrow();
    context.sources().remember(subject, distribution);
    state.set(new Done(subject, distribution));
  }

  private void fail(Throwable failure) {
    HistogramSubject subject = state.get().subject().orElseThrow();
    state.set(new HistogramState.Failed(subject, Failures.of(failure).doing(title(subject))));
  }

  /// A job may also be stopped from outside this pane; then it just vanishes from the running ones.
  private void noticeStop() {
    if (current
        .filter(job -> job.isRequested() && !context.jobs().running().contains(job))
        .isPresent()) {
      stopped();
    }
  }

  private void stopped() {
    if (state.get() instanceof Computing(HistogramSubject subject)) {
      state.set(new HistogramState.Stopped(subject));
    }
  }

  void stop() {
    if (state.get() instanceof Computing) {
      latest.cancel();
      stopped();
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
    if (state.get() instanceof Done(HistogramSubject subject, Distribution _)) {
      occurrences.goToFirst(subject, values);
    }
  }

  /// Writes a file in the background and tells what came of it.
  ///
  /// @param file what is there is replaced: the person has confirmed it
  void save(Path file, FileWriting writing) {
    List<Path> open = context.selection().openFiles();
    String path = DisplayText.of(file.toAbsolutePath().toString());
    context
        .jobs()
        .startToEnd(
            context
                .messages()
                .text("histogram.job.save", DisplayText.of(String.valueOf(file.getFileName()))),
            (_, _) -> {
              writing.run(open);
              return path;
            },
            saved -> tell(Feedback.done(context.messages().text("histogram.saved", saved))),
            failure -> {
              String reason = context.messages().sentence(Failures.sentence(failure));
              tell(
                  Feedback.failed(context.messages().text("histogram.not-saved", reason), failure));
            })
        .writing(() -> Optional.of(file))
        .unstoppable();
  }

  void tell(Feedback feedback) {
    context.tell(feedback);
  }

  ReadOnlyObjectProperty<HistogramState> stateProperty() {
    return state.getReadOnlyProperty();
  }

  /// The progress of counting from 0 to 1, or [Job#INDETERMINATE].
  ReadOnlyDoubleProperty progressProperty() {
    return progress;
  }

  /// Begins to read the element under the caret, for the chart that marks it.
  CaretValue caretValue() {
    return new CaretValue(context, active);
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

  ChartViewModel chart() {
    return chart;
  }

  ComparisonViewModel comparison() {
    return comparison;
  }

  /// The name of the subject; empty where nothing is shown.
  String name(int limit) {
    return state
        .get()
        .subject()
        .map(subject -> subject.name(context.sources().layers(), limit, context.messages()))
        .orElse("");
  }

  /// Reports whether the tensor is an outlier among its siblings.
  OutlierViewModel outliers() {
    return outliers;
  }

  /// The outcome of the last action; empty where there is nothing to report.
  ReadOnlyObjectProperty<Optional<Feedback>> noticeProperty() {
    return context.notice();
  }

  sealed interface HistogramState {

    /// No tensor is selected.
    record Nothing() implements HistogramState {}

    /// A tensor is selected.
    sealed interface OfSubject extends HistogramState {
      HistogramSubject shown();
    }

    /// The values are being counted.
    record Computing(HistogramSubject shown) implements OfSubject {}

    record Done(HistogramSubject shown, Distribution distribution) implements OfSubject {}

    /// The values could not be counted.
    record Failed(HistogramSubject shown, Failure failure) implements OfSubject {}

    /// The user stopped the counting.
    record Stopped(HistogramSubject shown) implements OfSubject {}

    /// None of the bytes are in the file.
    record Absent(HistogramSubject shown) implements OfSubject {}

    default Optional<HistogramSubject> subject() {
      return this instanceof OfSubject of ? Optional.of(of.shown()) : Optional.empty();
    }
  }
}
