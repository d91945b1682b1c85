package io.github.tensorloupe.ui.job;

import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import io.github.tensorloupe.work.Throughput;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import javafx.beans.property.ReadOnlyDoubleProperty;
import javafx.beans.property.ReadOnlyDoubleWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/// One piece of work that runs beside the FX thread. Properties belong to the FX thread.
public final class Job implements Cancellation, Progress {

  /// The value of [#progressProperty()] while it is not known how far the work is.
  public static final double INDETERMINATE = -1;

  private record Count(long done, long total) {}

  private final String title;
  private final Executor foreground;
  private final long beginNanos = System.nanoTime();
  private final ReadOnlyDoubleWrapper progress = new ReadOnlyDoubleWrapper(INDETERMINATE);
  private final ReadOnlyObjectWrapper<Optional<Throughput>> throughput =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final AtomicBoolean updatePending = new AtomicBoolean();
  private volatile Count latest = new Count(0, 0);
  private boolean countsBytes;
  private volatile boolean cancelled;

  Job(String title, Executor foreground) {
    this.title = title;
    this.foreground = foreground;
  }

  /// What is being done, for a person.
  public String title() {
    return title;
  }

  /// How far it is, from 0 to 1, or [#INDETERMINATE].
  public ReadOnlyDoubleProperty progressProperty() {
    return progress.getReadOnlyProperty();
  }

  /// Says that progress is reported in bytes.
  ///
  /// @return this job
  public Job inBytes() {
    countsBytes = true;
    return this;
  }

  /// How many bytes are done, and how fast; empty where progress is not in bytes, or none has been
  /// reported yet.
  public ReadOnlyObjectProperty<Optional<Throughput>> throughputProperty() {
    return throughput.getReadOnlyProperty();
  }

  /// Asks the work to stop. Its result, if there is still one, is dropped. Any thread.
  public void cancel() {
    cancelled = true;
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
      foreground.execute(
          () -> {
            updatePending.set(false);
            update(latest);
          });
    }
  }

  private void update(Count count) {
    if (countsBytes) {
      throughput.set(
          Optional.of(new Throughput(count.done(), count.total(), System.nanoTime() - beginNanos)));
    }
    progress.set(count.total() <= 0 ? INDETERMINATE : (double) count.done() / count.total());
  }
}
