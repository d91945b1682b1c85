package io.github.tensorloupe.desktop.job;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.job.Job.EndedJob.JobResult;
import io.github.tensorloupe.desktop.job.Job.JobOutcome;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import io.github.tensorloupe.work.Throughput;
import java.nio.file.Path;
import java.time.Duration;

/// One piece of work that runs beside the FX thread. Properties belong to the FX thread.
public final class Job implements Cancellation, Progress {

  /// The value of [#progressProperty()] while it is not known how far the work is.
  public static final double INDETERMINATE = -1;

  private record Count(long done, long total) {}

  private final String title;
  private final Executor foreground;
  private final LongSupplier nanoTime;
  private final long beginNanos;
  private final ReadOnlyDoubleWrapper progress = new ReadOnlyDoubleWrapper(INDETERMINATE);
  private final ReadOnlyObjectWrapper<Optional<Throughput>> throughput =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyBooleanWrapper stopping = new ReadOnlyBooleanWrapper();
  private final AtomicBoolean updatePending = new AtomicBoolean();
  private volatile Count latest = new Count(0, 0);
  private boolean countsBytes;
  private boolean stoppable = true;
  private Optional<String> about = Optional.empty();
  private Supplier<JobOutcome> outcome = () -> new JobOutcome.Done("");
  private Supplier<Optional<JobResult>> result = Optional::empty;
  private volatile boolean cancelled;
  private volatile boolean superseded;

  /// @param nanoTime gives the time in nanoseconds from any beginning
  Job(String title, Executor foreground, LongSupplier nanoTime) {
    this.title = title;
    this.foreground = foreground;
    this.nanoTime = nanoTime;
    this.beginNanos = nanoTime.getAsLong();
  }

  public String title() {
    return title;
  }

  /// The file that it is done with, where that is not in the title.
  public Optional<String> about() {
    return about;
  }

  public Job about(String name) {
    about = Optional.of(name);
    return this;
  }

  /// Says what came of it, once it has ended well. Asked on the FX thread, after the result was
  /// received.
  public Job concluding(Supplier<String> sentence) {
    return ending(() -> new JobOutcome.Done(sentence.get()));
  }

  /// Says how it ended, where its result may also be that it was stopped or that something failed.
  ///
  /// @param how is asked on the FX thread, after the result was received
  public Job ending(Supplier<JobOutcome> how) {
    outcome = how;
    return this;
  }

  /// Says where in the window the result is shown.
  public Job shownBy(Command command) {
    result = () -> Optional.of(new JobResult.InWindow(command));
    return this;
  }

  /// Says where on disk the result is.
  ///
  /// @param path is asked on the FX thread, after the result was received; empty where nothing was
  ///   written
  public Job writing(Supplier<Optional<Path>> path) {
    result = () -> path.get().map(JobResult.OnDisk::new);
    return this;
  }

  /// Says that it cannot be stopped half way, so that nobody is offered to.
  public Job unstoppable() {
    stoppable = false;
    return this;
  }

  public boolean isStoppable() {
    return stoppable;
  }

  /// The progress, from 0 to 1, or [#INDETERMINATE].
  public ReadOnlyDoubleProperty progressProperty() {
    return progress.getReadOnlyProperty();
  }

  public Job inBytes() {
    countsBytes = true;
    return this;
  }

  /// The number of bytes that are done, and how fast; empty where progress is not in bytes, or none
  /// has been reported yet.
  public ReadOnlyObjectProperty<Optional<Throughput>> throughputProperty() {
    return throughput.getReadOnlyProperty();
  }

  /// True while it was asked to stop and has not done so yet.
  public ReadOnlyBooleanProperty stoppingProperty() {
    return stopping.getReadOnlyProperty();
  }

  /// For how long it has run. Any thread.
  public Duration elapsed() {
    return Duration.ofNanos(nanoTime.getAsLong() - beginNanos);
  }

  /// Asks the work to stop. Its result, if there is still one, is dropped. FX thread.
  public void cancel() {
    cancelled = true;
    stopping.set(true);
  }

  /// Asks the work to stop because nobody wants its result any more; nothing is told of it.
  void supersede() {
    superseded = true;
    cancel();
  }

  boolean isSuperseded() {
    return superseded;
  }

  @Override
  public boolean isRequested() {
    return cancelled;
  }

  @Override
  public void report(long done, long total) {
    latest = new Count(done, total);
    // Reports that come faster than frames are drawn share one update.
    if (updatePending.compareAndSet(false, true)) {
      foreground.execute(this::update);
    }
  }

  private void update() {
    updatePending.set(false);
    Count count = latest;
    if (countsBytes) {
      throughput.set(Optional.of(new Throughput(count.done(), count.total(), elapsed().toNanos())));
    }
    progress.set(count.total() <= 0 ? INDETERMINATE : (double) count.done() / count.total());
  }

  EndedJob done() {
    return new EndedJob(title, about, outcome.get(), elapsed(), Instant.now(), result.get());
  }

  EndedJob ended(JobOutcome how) {
    return new EndedJob(title, about, how, elapsed(), Instant.now(), Optional.empty());
  }

  public sealed interface JobOutcome {

    /// It did what it was to do.
    ///
    /// @param sentence what came of it, for a person; may be empty
    record Done(String sentence) implements JobOutcome {}

    record Failed(Throwable cause) implements JobOutcome {}

    record Cancelled() implements JobOutcome {}
  }

  /// A job that is over.
  ///
  /// @param result where its result is, if there is one
  public record EndedJob(
      String title,
      Optional<String> about,
      JobOutcome outcome,
      Duration took,
      Instant endedAt,
      Optional<JobResult> result) {

    /// The place where a person finds the result of a job.
    public sealed interface JobResult {

      /// In the window; the command leads there.
      record InWindow(Command command) implements JobResult {}

      record OnDisk(Path path) implements JobResult {}
    }
  }
}
