package io.github.tensorloupe.ui.job;

import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import javafx.beans.property.ReadOnlyDoubleProperty;
import javafx.beans.property.ReadOnlyDoubleWrapper;

/// One piece of work that runs beside the FX thread. Properties belong to the FX thread.
public final class Job implements Cancellation, Progress {

  /// The value of [#progressProperty()] while it is not known how far the work is.
  public static final double INDETERMINATE = -1;

  private final String title;
  private final Executor foreground;
  private final ReadOnlyDoubleWrapper progress = new ReadOnlyDoubleWrapper(INDETERMINATE);
  private final AtomicBoolean updatePending = new AtomicBoolean();
  private volatile double latestProgress = INDETERMINATE;
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
    latestProgress = total <= 0 ? INDETERMINATE : (double) done / total;
    // Reports that come faster than frames are drawn share one update.
    if (updatePending.compareAndSet(false, true)) {
      foreground.execute(
          () -> {
            updatePending.set(false);
            progress.set(latestProgress);
          });
    }
  }
}
