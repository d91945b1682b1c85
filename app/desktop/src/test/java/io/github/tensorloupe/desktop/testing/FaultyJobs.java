package io.github.tensorloupe.desktop.testing;

import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Work;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Jobs whose work can be made to throw or wait.
public final class FaultyJobs extends HeldJobs {

  private record Fault(Predicate<String> work, Supplier<Throwable> thrown) {}

  private volatile Optional<Fault> fault = Optional.empty();

  /// Makes matching work throw from now on.
  ///
  /// @param work receives the full name of the class of the work
  public void failFor(Predicate<String> work, Supplier<Throwable> thrown) {
    fault = Optional.of(new Fault(work, thrown));
  }

  /// Lets all work run normally again.
  public void stopFailing() {
    fault = Optional.empty();
  }

  @Override
  protected <T> T perform(Job job, Work<T> work) throws Exception {
    Optional<Fault> here = fault.filter(each -> each.work().test(work.getClass().getName()));
    if (here.isPresent()) {
      switch (here.get().thrown().get()) {
        case Error error -> throw error;
        case Exception exception -> throw exception;
        case Throwable other -> throw new AssertionError(other);
      }
    }
    return super.perform(job, work);
  }
}
