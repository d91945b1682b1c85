package io.github.tensorloupe.testing;

import io.github.tensorloupe.ui.job.Job;
import io.github.tensorloupe.ui.job.Jobs;
import io.github.tensorloupe.ui.job.Work;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import javafx.application.Platform;

/// Jobs whose work waits, where it is told to, before it begins: whatever happens meanwhile happens
/// in the middle of it.
public class HeldJobs extends Jobs {

  private volatile Predicate<String> isHeld = _ -> false;
  private volatile CountDownLatch released = new CountDownLatch(0);
  private final AtomicInteger heldCount = new AtomicInteger();

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

  /// How much work has begun to wait since then.
  public int heldCount() {
    return heldCount.get();
  }

  /// Lets all work go on.
  public void release() {
    isHeld = _ -> false;
    released.countDown();
  }

  @Override
  protected <T> T perform(Job job, Work<T> work) throws Exception {
    if (isHeld.test(work.getClass().getName())) {
      heldCount.incrementAndGet();
      released.await();
    }
    return super.perform(job, work);
  }
}
