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

/// Jobs whose work waits, where it is told to, before it begins: whatever happens meanwhile happens
/// in the middle of it.
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

  /// Lets work wait from now on.
  ///
  /// @param work takes the full name of the class of the work
  public void hold(Predicate<String> work) {
    heldCount.set(0);
    released = new CountDownLatch(1);
    isHeld = work;
  }

  /// Lets work wait from now on once it has told of a part of it, and not of all.
  ///
  /// @param work takes the full name of the class of the work
  public void holdInside(Predicate<String> work) {
    heldCount.set(0);
    released = new CountDownLatch(1);
    isHeldInside = work;
  }

  /// Lets all that runs have taken so much longer.
  public void pass(Duration time) {
    passedNanos += time.toNanos();
  }

  @Override
  protected long nanoTime() {
    return super.nanoTime() + passedNanos;
  }

  /// How much work has begun to wait since then.
  public int heldCount() {
    return heldCount.get();
  }

  /// True if a job runs that does not wait until it is released. For the FX thread.
  boolean goOn() {
    return running().stream().anyMatch(job -> !waiting.contains(job));
  }

  /// Lets all work go on.
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
