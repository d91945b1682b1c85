package io.github.tensorloupe.desktop.testing;

import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.Work;
import io.github.tensorloupe.work.Progress;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import javafx.application.Platform;

/// Jobs whose work can be held before it starts or after a part of it, so that tests can act in the
/// middle of the work.
public class HeldJobs extends Jobs {

  private volatile Predicate<String> isHeld = _ -> false;
  private volatile Predicate<String> isHeldInside = _ -> false;
  private volatile long passedNanos;
  private volatile CountDownLatch released = new CountDownLatch(0);
  private final AtomicInteger heldCount = new AtomicInteger();
  private final Set<Job> waiting = ConcurrentHashMap.newKeySet();

  public HeldJobs() {
    super(
        Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory()), Platform::runLater);
  }

  /// Holds matching work before it starts, from now on.
  ///
  /// @param work receives the full name of the class of the work
  public void hold(Predicate<String> work) {
    heldCount.set(0);
    released = new CountDownLatch(1);
    isHeld = work;
  }

  /// Holds matching work when it reports partial progress, from now on.
  ///
  /// @param work receives the full name of the class of the work
  public void holdInside(Predicate<String> work) {
    heldCount.set(0);
    released = new CountDownLatch(1);
    isHeldInside = work;
  }

  /// Adds to the elapsed time of all running jobs.
  public void advanceTime(Duration time) {
    passedNanos += time.toNanos();
  }

  @Override
  protected long nanoTime() {
    return super.nanoTime() + passedNanos;
  }

  /// Returns how many times work was held since the last call of a hold method.
  public int heldCount() {
    return heldCount.get();
  }

  /// Returns whether a job is running and not held. Must be called on the FX thread.
  boolean hasUnheldJobs() {
    return running().stream().anyMatch(job -> !waiting.contains(job));
  }

  /// Releases all held work and holds no further work.
  public void release() {
    isHeld = _ -> false;
    isHeldInside = _ -> false;
    released.countDown();
    waiting.clear();
  }

  @Override
  protected <T> T perform(Job job, Work<T> work) throws Exception {
    if (isHeld.test(work.getClass().getName())) {
      hold(job);
    }
    boolean inside = isHeldInside.test(work.getClass().getName());
    return super.perform(
        job, inside ? (cancellation, _) -> work.run(cancellation, holding(job)) : work);
  }

  private Progress holding(Job job) {
    return (done, total) -> {
      job.report(done, total);
      if (done > 0 && (total <= 0 || done < total) && released.getCount() > 0) {
        try {
          hold(job);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    };
  }

  private void hold(Job job) throws InterruptedException {
    waiting.add(job);
    heldCount.incrementAndGet();
    try {
      released.await();
    } finally {
      waiting.remove(job);
    }
  }
}
