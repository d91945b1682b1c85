package io.github.tensorloupe.ui.job;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.application.Platform;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanBinding;
import javafx.collections.FXCollections;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;

/// Runs work beside the FX thread and brings the results back. Used from the FX thread only.
public final class Jobs {

  private final Executor background;
  private final Executor foreground;
  private final ObservableList<Job> running = FXCollections.observableArrayList();
  // An unmodifiable list hears of changes only as long as someone holds it.
  private final ObservableList<Job> runningView = FXCollections.unmodifiableObservableList(running);
  private final BooleanBinding idle = Bindings.isEmpty(running);

  /// @param background runs the work
  /// @param foreground runs what follows it
  public Jobs(Executor background, Executor foreground) {
    this.background = background;
    this.foreground = foreground;
  }

  /// Jobs on daemon threads, with results on the FX thread.
  public static Jobs onFxThread() {
    ExecutorService threads =
        Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("tensorloupe-job-", 1).factory());
    return new Jobs(threads, Platform::runLater);
  }

  /// Starts work. A result that is dropped is closed, beside the FX thread, where it can be.
  ///
  /// @param title what is done, for a person
  /// @param work runs on a background thread
  /// @param onSuccess receives the result, unless the job was cancelled
  /// @param onFailure receives what the work threw, unless the job was cancelled
  /// @return the running job
  public <T> Job start(
      String title, Work<T> work, Consumer<T> onSuccess, Consumer<Throwable> onFailure) {
    Job job = begin(title);
    background.execute(() -> run(job, work, onSuccess, onFailure));
    return job;
  }

  /// Starts work whose end matters also where it was asked to stop, because it changes files. Work
  /// and result are those of [#start], but no result is dropped.
  public <T> Job startToEnd(
      String title, Work<T> work, Consumer<T> onSuccess, Consumer<Throwable> onFailure) {
    Job job = begin(title);
    background.execute(() -> runToEnd(job, work, onSuccess, onFailure));
    return job;
  }

  private Job begin(String title) {
    Job job = new Job(title, foreground);
    running.add(job);
    return job;
  }

  private <T> void run(
      Job job, Work<T> work, Consumer<T> onSuccess, Consumer<Throwable> onFailure) {
    try {
      T result = work.run(job, job);
      finish(job, () -> onSuccess.accept(result), () -> background.execute(() -> drop(result)));
    } catch (Throwable e) {
      finish(job, () -> onFailure.accept(e), () -> {});
    }
  }

  private <T> void runToEnd(
      Job job, Work<T> work, Consumer<T> onSuccess, Consumer<Throwable> onFailure) {
    try {
      T result = work.run(job, job);
      finish(job, () -> onSuccess.accept(result), () -> onSuccess.accept(result));
    } catch (Throwable e) {
      finish(job, () -> onFailure.accept(e), () -> onFailure.accept(e));
    }
  }

  private void finish(Job job, Runnable follow, Runnable otherwise) {
    foreground.execute(
        () -> {
          running.remove(job);
          if (job.isRequested()) {
            otherwise.run();
          } else {
            follow.run();
          }
        });
  }

  private static void drop(Object result) {
    if (result instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (Exception e) {
        // Nobody waits for this any more, and nothing was written.
      }
    }
  }

  /// A place where background threads put what they find, to be handed over on the FX thread.
  public <T> Batches<T> batches(Consumer<List<T>> onBatch) {
    return new Batches<>(foreground, onBatch, System::nanoTime);
  }

  /// Looks at something again and again; parameters are those of [Watch#start].
  public <T> Watch<T> watch(Duration pause, Supplier<T> look, Consumer<T> onSeen) {
    return Watch.start(foreground, pause, look, onSeen);
  }

  /// The jobs that run, oldest first; not to be changed by the caller.
  public ObservableList<Job> running() {
    return runningView;
  }

  /// True while nothing runs.
  public BooleanBinding idleProperty() {
    return idle;
  }

  /// Runs something on the FX thread as soon as no job runs, at the latest when the last one ends.
  public void whenIdle(Runnable action) {
    foreground.execute(
        () -> {
          if (running.isEmpty()) {
            action.run();
          } else {
            waitForIdle(action);
          }
        });
  }

  private void waitForIdle(Runnable action) {
    running.addListener(
        new ListChangeListener<Job>() {
          @Override
          public void onChanged(Change<? extends Job> change) {
            if (running.isEmpty()) {
              running.removeListener(this);
              whenIdle(action);
            }
          }
        });
  }

  /// Asks every running job to stop.
  public void cancelAll() {
    running.forEach(Job::cancel);
  }
}
