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

/// Work that runs in the background. Its properties belong to the FX thread.
public final class Job implements Cancellation, Progress {

  /// The value of [#progressProperty()] while the progress is unknown.
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

  /// @param nanoTime returns the time in nanoseconds, with an arbitrary origin
  Job(String title, Executor foreground, LongSupplier nanoTime) {
    this.title = title;
    this.foreground = foreground;
    this.nanoTime = nanoTime;
    this.beginNanos = nanoTime.getAsLong();
  }

  public String title() {
    return title;
  }

  /// Returns the file that the job is about, if the title does not contain it.
  public Optional<String> about() {
    return about;
  }

  public Job about(String name) {
    about = Optional.of(name);
    return this;
  }

  /// Sets the supplier of the result message, called on the FX thread after the job has succeeded
  /// and its result was received.
  public Job withMessage(Supplier<String> sentence) {
    return withOutcome(() -> new JobOutcome.Done(sentence.get()));
  }

  /// Sets the supplier of the outcome, if a result may also represent a cancelled or partly failed
  /// job.
  ///
  /// @param how called on the FX thread after the result was received
  public Job withOutcome(Supplier<JobOutcome> how) {
    outcome = how;
    return this;
  }

  /// Sets the command that shows the result in the window.
  public Job shownBy(Command command) {
    result = () -> Optional.of(new JobResult.InWindow(command));
    return this;
  }

  /// Sets the location of the result on disk.
  ///
  /// @param path called on the FX thread after the result was received; returns empty if no file
  ///   was written
  public Job writing(Supplier<Optional<Path>> path) {
    result = () -> path.get().map(JobResult.OnDisk::new);
    return this;
  }

  /// Marks the job as not stoppable, so that the user is not offered to stop it.
  public Job unstoppable() {
    stoppable = false;
    return this;
  }

  public boolean isStoppable() {
    return stoppable;
  }

  /// The progress from 0 to 1, or [#INDETERMINATE].
  public ReadOnlyDoubleProperty progressProperty() {
    return progress.getReadOnlyProperty();
  }

  public Job inBytes() {
    countsBytes = true;
    return this;
  }

  /// The number of processed bytes and the rate; empty if progress is not in bytes, or not reported
  /// yet.
  public ReadOnlyObjectProperty<Optional<Throughput>> throughputProperty() {
    return throughput.getReadOnlyProperty();
  }

  /// True if the job was cancelled but has not ended yet.
  public ReadOnlyBooleanProperty stoppingProperty() {
    return stopping.getReadOnlyProperty();
  }

  /// Returns the time since the start of the job. Any thread.
  public Duration elapsed() {
    return Duration.ofNanos(nanoTime.getAsLong() - beginNanos);
  }

  /// Requests the work to stop. A result that still arrives is dropped. FX thread.
  public void cancel() {
    cancelled = true;
    stopping.set(true);
  }

  /// Cancels the work because its result is no longer needed; the cancellation is not reported.
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
    // Reports that arrive faster than frames are drawn share one update.
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

    /// The job was completed.
    ///
    /// @param sentence the result, shown to the user; may be empty
    record Done(String sentence) implements JobOutcome {}

    record Failed(Throwable cause) implements JobOutcome {}

    record Cancelled() implements JobOutcome {}
  }

  /// A completed, failed or cancelled job.
  ///
  /// @param result the location of its result, if there is one
  public record EndedJob(
      String title,
      Optional<String> about,
      JobOutcome outcome,
      Duration took,
      Instant endedAt,
      Optional<JobResult> result) {

    /// The place where the user finds the result of a job.
    public sealed interface JobResult {

      /// In the window, shown by the command.
      record InWindow(Command command) implements JobResult {}

      record OnDisk(Path path) implements JobResult {}
    }
  }
}
