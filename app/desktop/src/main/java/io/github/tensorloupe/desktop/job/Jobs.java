package io.github.tensorloupe.desktop.job;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.job.Job.EndedJob;
import io.github.tensorloupe.desktop.job.Job.JobOutcome;
import io.github.tensorloupe.model.FileClosedException;
import io.github.tensorloupe.work.Cancellation;
import java.time.Duration;

/// Runs work beside the FX thread and brings the results back. Used from the FX thread only.
public class Jobs {

  /// Work that is done sooner nobody has waited for.
  private static final Duration NOTICEABLE = Duration.ofMillis(500);

  /// Work that takes so long is worth mention whatever it brings.
  private static final Duration LONG = Duration.ofSeconds(5);

  static final int KEPT = 30;

  private final Executor background;
  private final Executor foreground;
  private final Writing writing;
  private final ObservableList<Job> running = FXCollections.observableArrayList();
  // Unmodifiable lists hear of changes only as long as someone holds them.
  private final ObservableList<Job> runningView = FXCollections.unmodifiableObservableList(running);
  private final ObservableList<EndedJob> ended = FXCollections.observableArrayList();
  private final ObservableList<EndedJob> endedView =
      FXCollections.unmodifiableObservableList(ended);
  private Consumer<Throwable> onFault =
      fault -> {
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, fault);
      };

  public Jobs(Executor background, Executor foreground) {
    this(background, foreground, new Writing());
  }

  /// @param writing hears of work that changes files
  public Jobs(Executor background, Executor foreground, Writing writing) {
    this.background = background;
    this.foreground = foreground;
    this.writing = writing;
  }

  /// Jobs on daemon threads, with results on the FX thread.
  public static Jobs onFxThread() {
    return onFxThread(new Writing());
  }

  /// The same, of which somebody waits for what changes files.
  public static Jobs onFxThread(Writing writing) {
    ExecutorService threads =
        Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("tensorloupe-job-", 1).factory());
    return new Jobs(threads, Platform::runLater, writing);
  }

  /// Starts work. A dropped result is closed in the background if it is [AutoCloseable].
  ///
  /// @param work runs on a background thread
  /// @param onSuccess receives the result, unless the job was cancelled
  /// @param onFailure receives the exception of the work, unless the job was cancelled, or an
  ///   [UnshownResultException] with the exception of `onSuccess`
  public <T> Job start(
      String title, Work<T> work, Consumer<T> onSuccess, Consumer<Throwable> onFailure) {
    return start(
        new Run<>(
            this, new Job(title, foreground, this::nanoTime), work, onSuccess, onFailure, false));
  }

  /// Starts work whose end matters also where it was asked to stop, because it changes files. Work
  /// and result are those of [#start], but no result is dropped.
  public <T> Job startToEnd(
      String title, Work<T> work, Consumer<T> onSuccess, Consumer<Throwable> onFailure) {
    writing.begin();
    return start(
        new Run<>(
            this, new Job(title, foreground, this::nanoTime), work, onSuccess, onFailure, true));
  }

  private Job start(Run<?> run) {
    running.add(run.job);
    background.execute(run::run);
    return run.job;
  }

  /// The time that tells how long jobs take, in nanoseconds from any beginning. Any thread.
  protected long nanoTime() {
    return System.nanoTime();
  }

  /// Does the work of a job, on its thread.
  protected <T> T perform(Job job, Work<T> work) throws Exception {
    return ScopedValue.where(Cancellation.OF_WORK, job).call(() -> work.run(job, job));
  }

  private record Run<T>(
      Jobs jobs,
      Job job,
      Work<T> work,
      Consumer<T> onSuccess,
      Consumer<Throwable> onFailure,
      boolean changesFiles) {

    void run() {
      try {
        T result = jobs.perform(job, work);
        jobs.foreground.execute(() -> done(result));
      } catch (Throwable e) {
        jobs.foreground.execute(
            () -> {
              if (e instanceof CancellationException) {
                // A person may have stopped it by the answer to a question.
                job.cancel();
              }
              failed(e, isDropped() ? _ -> {} : onFailure);
            });
      } finally {
        if (changesFiles) {
          jobs.writing.end();
        }
      }
    }

    private boolean isDropped() {
      return job.isRequested() && !changesFiles;
    }

    /// Later steps must not find the job among those that run, and must not leave it there whatever
    /// happens.
    private void done(T result) {
      if (isDropped()) {
        jobs.background.execute(() -> drop(result));
        end(job.ended(new JobOutcome.Cancelled()));
        return;
      }
      jobs.running.remove(job);
      try {
        onSuccess.accept(result);
      } catch (Throwable e) {
        failed(new UnshownResultException(e), onFailure);
        return;
      }
      guarded(() -> end(job.done()));
    }

    private void failed(Throwable cause, Consumer<Throwable> follow) {
      jobs.running.remove(job);
      guarded(() -> follow.accept(cause));
      end(job.ended(isStop(cause) ? new JobOutcome.Cancelled() : new JobOutcome.Failed(cause)));
    }

    /// A job that may drop its result throws anything once it is stopped, and to close the file
    /// that it reads is to stop it.
    private boolean isStop(Throwable cause) {
      return changesFiles
          ? job.isRequested() && cause instanceof CancellationException
          : job.isRequested() || cause instanceof FileClosedException;
    }

    private void end(EndedJob how) {
      jobs.running.remove(job);
      if (!job.isSuperseded()) {
        jobs.remember(how, changesFiles);
      }
    }

    /// Nobody waits for the result any more, but what its closing says is not lost.
    private void drop(T result) {
      if (result instanceof AutoCloseable closeable) {
        try {
          closeable.close();
        } catch (Exception e) {
          jobs.foreground.execute(() -> jobs.remember(job.ended(new JobOutcome.Failed(e)), false));
        }
      }
    }

    private void guarded(Runnable action) {
      try {
        action.run();
      } catch (Throwable e) {
        jobs.onFault.accept(e);
      }
    }
  }

  /// The work succeeded, but its result could not be shown.
  public static final class UnshownResultException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private UnshownResultException(Throwable cause) {
      super("the work is done, but a later step failed: " + cause, cause);
    }
  }

  /// Keeps jobs that took long enough for a person to notice, that changed files, or that failed.
  private void remember(EndedJob job, boolean changesFiles) {
    // The result of a job that redraws part of the window is already visible.
    boolean isSilent =
        job.result().isEmpty()
            && job.outcome() instanceof JobOutcome.Done(String sentence)
            && sentence.isEmpty();
    if (changesFiles
        || job.outcome() instanceof JobOutcome.Failed
        || job.took().compareTo(isSilent ? LONG : NOTICEABLE) >= 0) {
      ended.addFirst(job);
      if (ended.size() > KEPT) {
        ended.removeLast();
      }
    }
  }

  /// Sets the handler of exceptions that `onFailure` throws. The default is the uncaught exception
  /// handler of the thread. FX thread.
  public void setOnFault(Consumer<Throwable> listener) {
    onFault = listener;
  }

  /// Does something on the FX thread, soon. Any thread.
  public void later(Runnable action) {
    foreground.execute(action);
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

  /// The jobs that have ended lately, the latest first: those that took half a second or more, that
  /// changed files, or that failed. Not to be changed by the caller.
  public ObservableList<EndedJob> ended() {
    return endedView;
  }

  public void forgetEnded() {
    ended.clear();
  }

  /// Runs something on the FX thread as soon as no job runs, at the latest when the last one ends.
  public void whenIdle(Runnable action) {
    foreground.execute(
        () -> {
          if (running.isEmpty()) {
            action.run();
            return;
          }
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
        });
  }

  public void cancelAll() {
    // A job that has not begun is gone at once.
    List.copyOf(running).forEach(Job::cancel);
  }
}
