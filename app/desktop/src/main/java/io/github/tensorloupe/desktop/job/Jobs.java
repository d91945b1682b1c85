package io.github.tensorloupe.desktop.job;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.job.Job.EndedJob;
import io.github.tensorloupe.desktop.job.Job.JobOutcome;
import io.github.tensorloupe.model.FileClosedException;
import io.github.tensorloupe.work.Cancellation;
import java.time.Duration;

/// Runs work in the background and passes the results to the FX thread. Used from the FX thread
/// only.
public class Jobs {

  /// Shorter jobs are not listed.
  private static final Duration MIN_LISTED_DURATION = Duration.ofMillis(500);

  /// Jobs of this duration are listed even without a result message.
  private static final Duration MIN_SILENT_LISTED_DURATION = Duration.ofSeconds(5);

  static final int MAX_ENDED = 30;

  private final Executor background;
  private final Executor foreground;
  private final Writing writing;
  private final ObservableList<Job> running = FXCollections.observableArrayList();
  // Strong references: an unmodifiable view listens to its source only weakly.
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

  /// @param writing counts the jobs that change files
  public Jobs(Executor background, Executor foreground, Writing writing) {
    this.background = background;
    this.foreground = foreground;
    this.writing = writing;
  }

  /// Creates jobs on daemon threads, with results on the FX thread.
  public static Jobs onFxThread() {
    return onFxThread(new Writing());
  }

  /// Creates jobs on daemon threads, and counts the ones that change files.
  public static Jobs onFxThread(Writing writing) {
    ExecutorService threads =
        Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("tensorloupe-job-", 1).factory());
    return new Jobs(threads, Platform::runLater, writing);
  }

  /// Starts work. A dropped result is closed in the background if it is [AutoCloseable]. No
  /// callback is called if the job is cancelled or its file is closed.
  ///
  /// @param work runs on a background thread
  /// @param onSuccess receives the result
  /// @param onFailure receives the exception of the work, or an [UnshownResultException] with the
  ///   exception of `onSuccess`
  public <T> Job start(
      String title, Work<T> work, Consumer<T> onSuccess, Consumer<Throwable> onFailure) {
    return start(new Run<>(this, create(title), work, onSuccess, onFailure, _ -> {}, false));
  }

  /// Starts work that changes files. Its result is not dropped after a cancellation.
  ///
  /// @param onSuccess receives the result
  /// @param onFailure receives the exception of the work, which is a [CancellationException] if the
  ///   job was cancelled, or an [UnshownResultException] with the exception of `onSuccess`
  public <T> Job startWriting(
      String title, Work<T> work, Consumer<T> onSuccess, Consumer<Throwable> onFailure) {
    return startWriting(title, work, onSuccess, onFailure, onFailure);
  }

  /// Starts work that changes files; parameters and return value are the same as for
  /// [#startWriting], but a cancellation is not a failure.
  ///
  /// @param onStop called if the work ended early because the job was cancelled
  public <T> Job startWriting(
      String title,
      Work<T> work,
      Consumer<T> onSuccess,
      Consumer<Throwable> onFailure,
      Runnable onStop) {
    return startWriting(title, work, onSuccess, onFailure, _ -> onStop.run());
  }

  private <T> Job startWriting(
      String title,
      Work<T> work,
      Consumer<T> onSuccess,
      Consumer<Throwable> onFailure,
      Consumer<Throwable> onStop) {
    return start(new Run<>(this, create(title), work, onSuccess, onFailure, onStop, true));
  }

  Job create(String title) {
    return new Job(title, foreground, this::nanoTime);
  }

  Job start(Run<?> run) {
    if (run.changesFiles) {
      writing.begin();
    }
    running.add(run.job);
    background.execute(run::run);
    return run.job;
  }

  /// Returns the time for measuring jobs, in nanoseconds with an arbitrary origin. Any thread.
  protected long nanoTime() {
    return System.nanoTime();
  }

  /// Performs the work of a job on its thread.
  protected <T> T perform(Job job, Work<T> work) throws Exception {
    return ScopedValue.where(Cancellation.OF_WORK, job).call(() -> work.run(job, job));
  }

  /// The work of a job and its callbacks, of which at most one is called.
  record Run<T>(
      Jobs jobs,
      Job job,
      Work<T> work,
      Consumer<? super T> onSuccess,
      Consumer<Throwable> onFailure,
      Consumer<Throwable> onStop,
      boolean changesFiles) {

    void run() {
      try {
        T result = jobs.perform(job, work);
        jobs.foreground.execute(() -> done(result));
      } catch (Throwable e) {
        jobs.foreground.execute(() -> failed(e));
      } finally {
        if (changesFiles) {
          jobs.writing.end();
        }
      }
    }

    private boolean isDropped() {
      return job.isRequested() && !changesFiles;
    }

    /// Removes the job before the callbacks, which must not find it among the running jobs, and in
    /// any case.
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
        fail(new UnshownResultException(e));
        return;
      }
      guarded(() -> end(job.done()));
    }

    private void failed(Throwable cause) {
      if (cause instanceof CancellationException) {
        // The user may have cancelled the job by answering a prompt.
        job.cancel();
      }
      jobs.running.remove(job);
      // Closing the file that a job reads stops it.
      boolean isClosed = cause instanceof FileClosedException && !changesFiles;
      if (isDropped() || isClosed || cause instanceof CancellationException) {
        guarded(() -> onStop.accept(cause));
        end(job.ended(new JobOutcome.Cancelled()));
      } else {
        fail(cause);
      }
    }

    private void fail(Throwable cause) {
      guarded(() -> onFailure.accept(cause));
      end(job.ended(new JobOutcome.Failed(cause)));
    }

    private void end(EndedJob how) {
      jobs.running.remove(job);
      if (changesFiles || !job.isSuperseded()) {
        jobs.remember(how, changesFiles);
      }
    }

    /// The result is not needed, but a failure to close it is reported.
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

  /// Lists jobs that took long enough to be noticed, that changed files, or that failed.
  private void remember(EndedJob job, boolean changesFiles) {
    // The result of a job that redraws part of the window is already visible.
    boolean isSilent =
        job.result().isEmpty()
            && job.outcome() instanceof JobOutcome.Done(String sentence)
            && sentence.isEmpty();
    if (changesFiles
        || job.outcome() instanceof JobOutcome.Failed
        || job.took().compareTo(isSilent ? MIN_SILENT_LISTED_DURATION : MIN_LISTED_DURATION) >= 0) {
      ended.addFirst(job);
      if (ended.size() > MAX_ENDED) {
        ended.removeLast();
      }
    }
  }

  /// Sets the handler of exceptions that `onFailure` throws. The default is the uncaught exception
  /// handler of the thread. FX thread.
  public void setOnFault(Consumer<Throwable> listener) {
    onFault = listener;
  }

  /// Runs an action on the FX thread later. Any thread.
  public void later(Runnable action) {
    foreground.execute(action);
  }

  /// Creates a buffer for results of background threads, delivered on the FX thread.
  public <T> Batches<T> batches(Consumer<List<T>> onBatch) {
    return new Batches<>(foreground, onBatch, System::nanoTime);
  }

  /// Polls a value; parameters are the same as for [Watch#start].
  public <T> Watch<T> watch(Duration pause, Supplier<T> look, Consumer<T> onValue) {
    return Watch.start(foreground, pause, look, onValue);
  }

  /// Returns the running jobs, oldest first, as an unmodifiable list.
  public ObservableList<Job> running() {
    return runningView;
  }

  /// Returns the recently ended jobs, latest first, as an unmodifiable list: jobs that took half a
  /// second or more, that changed files, or that failed.
  public ObservableList<EndedJob> ended() {
    return endedView;
  }

  public void forgetEnded() {
    ended.clear();
  }

  /// Also lists the jobs of another instance, such as the jobs of the whole program.
  ///
  /// @return removes the running ones of these jobs from the list, and ignores further ones
  public Subscription include(Jobs others) {
    running.addAll(others.running);
    ListChangeListener<Job> onRunning =
        change -> {
          while (change.next()) {
            running.removeAll(change.getRemoved());
            running.addAll(change.getAddedSubList());
          }
        };
    ListChangeListener<EndedJob> onEnded =
        change -> {
          while (change.next()) {
            ended.removeAll(change.getRemoved());
            ended.addAll(0, change.getAddedSubList());
          }
        };
    others.running.addListener(onRunning);
    others.ended.addListener(onEnded);
    return () -> {
      others.running.removeListener(onRunning);
      others.ended.removeListener(onEnded);
      running.removeAll(others.running);
    };
  }

  /// Runs an action on the FX thread as soon as no job is running, at the latest when the last one
  /// ends.
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
    // A job that has not started ends at once.
    List.copyOf(running).forEach(Job::cancel);
  }
}
