package io.github.tensorloupe.desktop.pane.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.DistributionScan;
import io.github.tensorloupe.analysis.health.HealthScan;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.histogram.HistogramContext.HistogramSubject;
import io.github.tensorloupe.desktop.pane.histogram.HistogramContext.HistogramSubject.Scope;
import io.github.tensorloupe.desktop.pane.histogram.HistogramViewModel.HistogramState;
import io.github.tensorloupe.desktop.pane.histogram.OccurrenceFinder.ValueClass;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import javafx.beans.property.SimpleObjectProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistogramViewModelTest {

  private final Selection selection = new Selection();
  private final List<String> scanned = new ArrayList<>();
  private final List<String> checked = new ArrayList<>();
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private Optional<IOException> failure = Optional.empty();
  private Path path;
  private Checkpoint checkpoint;

  @BeforeEach
  void openCheckpoint(@TempDir Path folder) throws IOException {
    TensorFiles file = new TensorFiles().floats("a", 1, 2, 3).floats("b", 4, Float.NaN);
    for (int i = 0; i < 70; i++) {
      file.floats("more." + i, i);
    }
    path = file.write(folder.resolve("a.safetensors"));
    checkpoint = open();
  }

  private Checkpoint open() throws IOException {
    Checkpoint opened = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE);
    selection.show(new DocumentState.Open(FileDocument.of(opened, List.of(), List::of)));
    return opened;
  }

  @AfterEach
  void closeCheckpoint() throws IOException {
    checkpoint.close();
  }

  private void count(
      List<TensorData> tensors,
      ChunkedScan.Results<Distribution> results,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    tensors.forEach(tensor -> scanned.add(tensor.info().name()));
    if (failure.isPresent()) {
      throw failure.get();
    }
    new DistributionScan(new ChunkedScan(1)).run(tensors, results, cancellation, progress);
  }

  private void check(
      List<TensorData> tensors,
      ChunkedScan.Results<TensorHealth> results,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    tensors.forEach(tensor -> checked.add(tensor.info().name()));
    new HealthScan(new ChunkedScan(1)).run(tensors, results, cancellation, progress);
  }

  private HistogramViewModel model(Jobs jobs) {
    return model(selection, jobs);
  }

  private HistogramViewModel model(Selection shown, Jobs jobs) {
    return new HistogramViewModel(
        new HistogramContext(
            shown,
            new ScanResults(),
            jobs,
            this::count,
            this::check,
            new LayerMapCache(),
            new SimpleObjectProperty<>(Optional.empty()),
            Messages.english()));
  }

  private HistogramViewModel synchronous() {
    return model(new Jobs(Runnable::run, Runnable::run));
  }

  private Jobs waitingJobs() {
    return new Jobs(waiting::add, Runnable::run);
  }

  private HistogramSubject subject(String name) {
    return new HistogramSubject(tensor(name), Scope.TENSOR);
  }

  private TensorRef tensor(String name) {
    return checkpoint.tensor(name).orElseThrow();
  }

  private static Distribution done(HistogramViewModel model) {
    assertThat(model.state.get()).isInstanceOf(HistogramState.Done.class);
    return ((HistogramState.Done) model.state.get()).distribution();
  }

  @Test
  void withoutATensorThereIsNothing() {
    assertThat(synchronous().state.get()).isEqualTo(new HistogramState.Nothing(Optional.empty()));
  }

  @Test
  void aSelectedTensorIsCounted() {
    HistogramViewModel model = synchronous();

    selection.select(tensor("b"));

    assertThat(done(model).counts().nan()).isEqualTo(1);
    assertThat(done(model).max()).isEqualTo(4.0);
  }

  @Test
  void theLatestSelectionWins() {
    HistogramViewModel model = model(waitingJobs());
    selection.select(tensor("a"));
    Runnable first = waiting.remove();
    selection.select(tensor("b"));

    waiting.remove().run();
    first.run();

    assertThat(model.state.get().subject()).contains(subject("b"));
    assertThat(done(model).counts().total()).isEqualTo(2);
  }

  @Test
  void aTensorThatWasCountedIsShownAtOnceAgain() {
    HistogramViewModel model = synchronous();
    selection.select(tensor("a"));
    Distribution first = done(model);
    selection.select(tensor("b"));

    selection.select(tensor("a"));

    assertThat(done(model)).isSameAs(first);
    assertThat(scanned).containsExactly("a", "b");
  }

  @Test
  void onlyRecentTensorsAreCached() {
    HistogramViewModel model = synchronous();
    selection.select(tensor("a"));
    selection.select(tensor("b"));
    for (int i = 0; i < 63; i++) {
      selection.select(tensor("more." + i));
      selection.select(tensor("a"));
    }
    scanned.clear();

    selection.select(tensor("b"));
    assertThat(scanned).containsExactly("b");
    selection.select(tensor("a"));
    assertThat(scanned).containsExactly("b");
    assertThat(done(model).counts().total()).isEqualTo(3);
  }

  @Test
  void anotherDocumentForgetsTheTensorsOfTheOneBefore() throws IOException {
    HistogramViewModel model = synchronous();
    TensorRef a = tensor("a");
    selection.select(a);
    selection.show(new DocumentState.Empty());
    assertThat(model.state.get()).isEqualTo(new HistogramState.Nothing(Optional.empty()));

    selection.select(a);

    assertThat(scanned).containsExactly("a", "a");
  }

  @Test
  void stoppedCountingKeepsTheTensorAndCanBeRetried() {
    HistogramViewModel model = model(waitingJobs());
    selection.select(tensor("a"));

    model.stop();
    assertThat(model.state.get()).isEqualTo(new HistogramState.Stopped(subject("a")));
    waiting.remove().run();
    assertThat(model.state.get()).isEqualTo(new HistogramState.Stopped(subject("a")));

    model.retry();
    waiting.remove().run();
    assertThat(done(model).counts().total()).isEqualTo(3);
  }

  @Test
  void aJobThatIsStoppedElsewhereIsNoticed() {
    Jobs jobs = waitingJobs();
    HistogramViewModel model = model(jobs);
    selection.select(tensor("a"));

    jobs.cancelAll();
    waiting.remove().run();

    assertThat(model.state.get()).isEqualTo(new HistogramState.Stopped(subject("a")));
  }

  @Test
  void progressIsThatOfTheJob() {
    Jobs jobs = waitingJobs();
    HistogramViewModel model = model(jobs);
    selection.select(tensor("a"));
    assertThat(model.progress.getValue()).isEqualTo(Job.INDETERMINATE);

    jobs.running().getFirst().report(1, 4);

    assertThat(model.progress.getValue()).isEqualTo(0.25);
  }

  @Test
  void truncatedFileIsReported() throws IOException {
    HistogramViewModel model = synchronous();
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(16);
    }

    selection.select(tensor("a"));

    assertThat(model.state.get())
        .isInstanceOfSatisfying(
            HistogramState.Failed.class,
            failed ->
                assertThat(failed.failure().sentence().toString())
                    .contains("changed while it was open"));
    assertThat(model.state.get().subject()).contains(subject("a"));
  }

  @Test
  void aTensorWithoutBytesInTheFileIsAbsent() throws IOException {
    checkpoint.close();
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() - 100);
    }
    checkpoint = open();
    HistogramViewModel model = synchronous();

    selection.select(checkpoint.tensors().getLast());

    assertThat(model.state.get()).isInstanceOf(HistogramState.Absent.class);
    assertThat(scanned).isEmpty();
  }

  @Test
  void inactiveHistogramReadsNothing() {
    HistogramViewModel model = synchronous();
    model.active.set(false);
    selection.select(tensor("a"));
    assertThat(scanned).isEmpty();

    model.active.set(true);

    assertThat(scanned).containsExactly("a");
    assertThat(done(model).counts().total()).isEqualTo(3);
  }

  @Test
  void aWiderScopeIsTheSumOfItsTensors() {
    HistogramViewModel model = synchronous();
    selection.select(tensor("a"));

    model.scope.set(Scope.CHECKPOINT);

    assertThat(done(model).counts().total()).isEqualTo(3 + 2 + 70);
    assertThat(done(model).counts().nan()).isEqualTo(1);
    assertThat(done(model).max()).isEqualTo(69.0);
  }

  @Test
  void theCheckpointIsCountedOnceForAllItsTensors() {
    HistogramViewModel model = synchronous();
    selection.select(tensor("a"));
    model.scope.set(Scope.CHECKPOINT);
    scanned.clear();

    selection.select(tensor("b"));

    assertThat(scanned).isEmpty();
    assertThat(model.state.get().subject())
        .contains(new HistogramSubject(tensor("b"), Scope.CHECKPOINT));
  }

  @Test
  void selectionDoesNotRestartCheckpointCounting() {
    HistogramViewModel model = model(waitingJobs());
    selection.select(tensor("a"));
    model.scope.set(Scope.CHECKPOINT);
    waiting.remove().run();

    selection.select(tensor("b"));
    assertThat(waiting).hasSize(1);
    waiting.remove().run();

    assertThat(model.state.get().subject())
        .contains(new HistogramSubject(tensor("b"), Scope.CHECKPOINT));
    assertThat(done(model).counts().total()).isEqualTo(75);
  }

  @Test
  void aScopeThatMakesNoSenseForATensorShowsTheTensor() {
    HistogramViewModel model = synchronous();
    model.scope.set(Scope.LAYER);

    selection.select(tensor("a"));

    assertThat(model.offeredScopes()).containsExactly(Scope.TENSOR, Scope.CHECKPOINT);
    assertThat(done(model).counts().total()).isEqualTo(3);
  }

  @Test
  void theFirstNanIsFoundAndTheCaretPutOnIt() {
    HistogramViewModel model = synchronous();
    List<String> events = new ArrayList<>();
    model.setOnBytes(() -> events.add("bytes"));
    selection.select(tensor("b"));

    model.goToFirst(ValueClass.NAN);

    long begin = tensor("b").data().orElseThrow().range().begin();
    assertThat(selection.caretProperty().get().orElseThrow().byteOffset()).isEqualTo(begin + 4);
    assertThat(events).containsExactly("bytes");
  }

  @Test
  void inAWiderScopeTheFirstOneOfAllTensorsIsFound() {
    HistogramViewModel model = synchronous();
    selection.select(tensor("more.7"));
    model.scope.set(Scope.CHECKPOINT);

    model.goToFirst(ValueClass.NAN);

    assertThat(selection.tensorProperty().get()).contains(tensor("b"));
    assertThat(checked).endsWith("b");
  }

  @Test
  void valueSearchInATruncatedFileIsReported() throws IOException {
    HistogramViewModel model = synchronous();
    selection.select(tensor("b"));
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(16);
    }

    model.goToFirst(ValueClass.NAN);

    assertThat(model.noticeProperty().get().orElseThrow().sentence())
        .contains("changed while it was open");
  }

  @Test
  void failedCountingCanBeRetried() {
    HistogramViewModel model = synchronous();
    failure = Optional.of(new IOException("device gone"));
    selection.select(tensor("a"));
    assertThat(model.state.get()).isInstanceOf(HistogramState.Failed.class);

    model.retry();
    assertThat(model.state.get()).isInstanceOf(HistogramState.Failed.class);
    failure = Optional.empty();
    model.retry();

    assertThat(done(model).counts().total()).isEqualTo(3);
    assertThat(scanned).containsExactly("a", "a", "a");
  }

  @Test
  void onlyWhatWasStoppedOrFailedIsCountedAgain() {
    HistogramViewModel model = synchronous();
    model.retry();
    assertThat(model.state.get()).isEqualTo(new HistogramState.Nothing(Optional.empty()));
    selection.select(tensor("a"));
    Distribution first = done(model);

    model.retry();

    assertThat(done(model)).isSameAs(first);
    assertThat(scanned).containsExactly("a");
  }

  @Test
  void countingThatRunsIsNotBegunOnceMore() {
    HistogramViewModel model = model(waitingJobs());
    selection.select(tensor("a"));

    model.retry();

    assertThat(waiting).hasSize(1);
  }

  @Test
  void failedCountingOfOneTensorLeavesTheNextAlone() {
    HistogramViewModel model = synchronous();
    failure = Optional.of(new IOException("device gone"));
    selection.select(tensor("a"));
    failure = Optional.empty();

    selection.select(tensor("b"));

    assertThat(done(model).counts().total()).isEqualTo(2);
  }

  @Test
  void stoppingWhatIsDoneChangesNothing() {
    HistogramViewModel model = synchronous();
    selection.select(tensor("a"));
    Distribution first = done(model);

    model.stop();

    assertThat(done(model)).isSameAs(first);
  }

  @Test
  void inactiveHistogramStopsCountingOnSelection() {
    Jobs jobs = waitingJobs();
    HistogramViewModel model = model(jobs);
    selection.select(tensor("a"));
    Job job = jobs.running().getFirst();

    model.active.set(false);
    selection.select(tensor("b"));

    assertThat(job.isRequested()).isTrue();
    assertThat(waiting).hasSize(1);
    assertThat(model.state.get()).isEqualTo(new HistogramState.Nothing(Optional.empty()));
  }

  @Test
  void jobsSayWhatIsCounted() {
    Jobs jobs = waitingJobs();
    HistogramViewModel model = model(jobs);
    selection.select(tensor("a"));
    assertThat(jobs.running().getLast().title()).isEqualTo("Counting the values of a");

    model.scope.set(Scope.CHECKPOINT);

    assertThat(jobs.running().getLast().title()).isEqualTo("Counting the values of the checkpoint");
  }

  @Test
  void noticeIsClearedOnSelection() throws IOException {
    HistogramViewModel model = synchronous();
    selection.select(tensor("a"));
    selection.select(tensor("b"));
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(16);
    }
    model.goToFirst(ValueClass.NAN);
    assertThat(model.noticeProperty().get()).isPresent();

    selection.select(tensor("a"));

    assertThat(model.noticeProperty().get()).isEmpty();
  }

  @Test
  void whatIsShownHasAName() {
    HistogramViewModel model = synchronous();
    assertThat(model.name(100)).isEmpty();

    selection.select(tensor("a"));

    assertThat(model.name(100)).isEqualTo("a");
  }

  @Test
  void modelIsForgottenThoughJobsGoOn() {
    Jobs jobs = new Jobs(Runnable::run, Runnable::run);
    WeakReference<HistogramViewModel> model = new WeakReference<>(model(new Selection(), jobs));

    for (int i = 0; i < 20 && model.get() != null; i++) {
      System.gc();
    }

    assertThat(model.get()).isNull();
    assertThat(jobs.running()).isEmpty();
  }
}
