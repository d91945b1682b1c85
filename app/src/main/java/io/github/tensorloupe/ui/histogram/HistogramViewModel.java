package io.github.tensorloupe.ui.histogram;

import io.github.tensorloupe.analysis.StatisticsScan;
import io.github.tensorloupe.analysis.TensorStatistics;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.ui.error.Failures;
import io.github.tensorloupe.ui.job.Job;
import io.github.tensorloupe.ui.job.Jobs;
import io.github.tensorloupe.ui.job.LatestJob;
import io.github.tensorloupe.ui.selection.Selection;
import io.github.tensorloupe.ui.text.Messages;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.util.Optional;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyDoubleProperty;
import javafx.beans.property.ReadOnlyDoubleWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;

/// The statistics of the selected tensor, counted beside the FX thread and remembered for the
/// tensors looked at last. Belongs to the FX thread.
public final class HistogramViewModel {

  /// Counts the values of a tensor.
  @FunctionalInterface
  interface Scan {
    TensorStatistics of(TensorData tensor, Cancellation cancellation, Progress progress)
        throws IOException;
  }

  private static final int REMEMBERED_TENSORS = 64;

  private final Selection selection;
  private final Messages messages;
  private final Scan scan;
  private final LatestJob latest;
  private final ObservableList<Job> running;
  private final StatisticsCache cache = new StatisticsCache(REMEMBERED_TENSORS);
  private final ReadOnlyObjectWrapper<HistogramState> state =
      new ReadOnlyObjectWrapper<>(new HistogramState.Nothing());
  private final ReadOnlyDoubleWrapper progress = new ReadOnlyDoubleWrapper(Job.INDETERMINATE);
  private final ObjectProperty<CountScale> scale = new SimpleObjectProperty<>(CountScale.LINEAR);
  private final BooleanProperty active = new SimpleBooleanProperty(true);
  private Optional<Job> current = Optional.empty();

  /// @param selection shared with the other panes
  /// @param jobs runs the counting
  public HistogramViewModel(Selection selection, Jobs jobs, Messages messages) {
    this(selection, jobs, messages, StatisticsScan::of);
  }

  HistogramViewModel(Selection selection, Jobs jobs, Messages messages, Scan scan) {
    this.selection = selection;
    this.messages = messages;
    this.scan = scan;
    this.latest = new LatestJob(jobs);
    this.running = jobs.running();
    running.addListener((ListChangeListener<Job>) _ -> noticeStop());
    selection.documentProperty().subscribe(_ -> cache.clear());
    selection.tensorProperty().subscribe(_ -> update());
    active.subscribe(_ -> update());
  }

  private void update() {
    Optional<TensorRef> tensor = selection.tensorProperty().get();
    if (state.get().tensor().equals(tensor)) {
      return;
    }
    latest.cancel();
    current = Optional.empty();
    if (tensor.isEmpty() || !active.get()) {
      state.set(new HistogramState.Nothing());
    } else {
      show(tensor.get());
    }
  }

  private void show(TensorRef tensor) {
    Optional<TensorStatistics> known = cache.get(tensor);
    if (known.isPresent()) {
      state.set(new HistogramState.Done(tensor, known.get()));
      return;
    }
    tensor
        .data()
        .ifPresentOrElse(
            data -> count(tensor, data), () -> state.set(new HistogramState.Absent(tensor)));
  }

  private void count(TensorRef tensor, TensorData data) {
    HistogramState computing = new HistogramState.Computing(tensor);
    progress.unbind();
    progress.set(Job.INDETERMINATE);
    state.set(computing);
    Job job =
        latest.start(
            messages.text("histogram.job", DisplayText.of(tensor.info().name())),
            (cancellation, progress) -> scan.of(data, cancellation, progress),
            statistics -> arrived(tensor, statistics),
            failure -> fail(tensor, failure));
    // A job that runs on this thread is over by now.
    if (state.get() == computing) {
      current = Optional.of(job);
      progress.bind(job.progressProperty());
    }
  }

  private void arrived(TensorRef tensor, TensorStatistics statistics) {
    cache.put(tensor, statistics);
    state.set(new HistogramState.Done(tensor, statistics));
  }

  private void fail(TensorRef tensor, Throwable failure) {
    state.set(new HistogramState.Failed(tensor, Failures.finding(failure).message()));
  }

  /// A job may also be stopped from outside this pane; then it just vanishes from the running ones.
  private void noticeStop() {
    if (state.get() instanceof HistogramState.Computing(TensorRef tensor)
        && current.filter(job -> job.isRequested() && !running.contains(job)).isPresent()) {
      state.set(new HistogramState.Stopped(tensor));
    }
  }

  /// Stops counting, if it runs.
  void stop() {
    if (state.get() instanceof HistogramState.Computing(TensorRef tensor)) {
      latest.cancel();
      state.set(new HistogramState.Stopped(tensor));
    }
  }

  /// Counts again after it was stopped or failed.
  void retry() {
    HistogramState now = state.get();
    if (now instanceof HistogramState.Stopped || now instanceof HistogramState.Failed) {
      now.tensor().ifPresent(this::show);
    }
  }

  /// What to show.
  ReadOnlyObjectProperty<HistogramState> stateProperty() {
    return state.getReadOnlyProperty();
  }

  /// How far the counting is, from 0 to 1, or [Job#INDETERMINATE].
  ReadOnlyDoubleProperty progressProperty() {
    return progress.getReadOnlyProperty();
  }

  /// How the heights of the bars follow from the counts.
  ObjectProperty<CountScale> scaleProperty() {
    return scale;
  }

  /// Whether anyone looks at the pane; as long as nobody does, no tensor is read. True at first.
  public BooleanProperty activeProperty() {
    return active;
  }
}
