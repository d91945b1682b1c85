package io.github.tensorloupe.desktop.job;

import module java.base;
import module javafx.controls;

import java.time.Duration;

/// Detects periods in which the FX thread does not respond, because code blocks it that should run
/// in the background. Costs an empty event on the FX thread four times per second, which takes 0.1%
/// of the time of a processor.
public final class ForegroundWatch implements AutoCloseable {

  /// A period in which the FX thread did not respond.
  ///
  /// @param took the minimum duration
  /// @param stack the stack trace of the FX thread in the middle of it
  public record Stall(Duration took, StackTraceElement[] stack) {

    /// Returns the stack trace as an exception for the log.
    public Throwable asFailure() {
      Throwable failure = new Throwable("the FX thread was here");
      failure.setStackTrace(stack);
      return failure;
    }
  }

  private static final Duration PATIENCE = Duration.ofMillis(500);
  private static final Duration PAUSE = Duration.ofMillis(250);

  private final Executor foreground;
  private final Consumer<Stall> onStall;
  private final Duration patience;
  private volatile boolean closed;

  private ForegroundWatch(Executor foreground, Consumer<Stall> onStall, Duration patience) {
    this.foreground = foreground;
    this.onStall = onStall;
    this.patience = patience;
  }

  /// @param delay before the watch starts, because the first window takes some time
  /// @param onStall called on the thread of the watch, as soon as the FX thread responds again
  public static ForegroundWatch ofFxThread(Duration delay, Consumer<Stall> onStall) {
    return start(Platform::runLater, delay, PATIENCE, PAUSE, onStall);
  }

  static ForegroundWatch start(
      Executor foreground,
      Duration delay,
      Duration patience,
      Duration pause,
      Consumer<Stall> onStall) {
    ForegroundWatch watch = new ForegroundWatch(foreground, onStall, patience);
    Thread.ofPlatform().daemon().name("fx-watch").start(() -> watch.run(delay, pause));
    return watch;
  }

  private void run(Duration delay, Duration pause) {
    try {
      Thread.sleep(delay);
      AtomicReference<Thread> answering = new AtomicReference<>();
      while (!closed) {
        probe(answering);
        Thread.sleep(pause);
      }
    } catch (InterruptedException e) {
      closed = true;
    } catch (RejectedExecutionException e) {
      // The caller may shut down the executor right after closing the watch.
      if (!closed) {
        throw e;
      }
    }
  }

  /// @param answering set to the thread that has responded
  private void probe(AtomicReference<Thread> answering) throws InterruptedException {
    CountDownLatch answered = new CountDownLatch(1);
    long startNanos = System.nanoTime();
    foreground.execute(
        () -> {
          answering.set(Thread.currentThread());
          answered.countDown();
        });
    if (answered.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
      return;
    }
    // If this thread woke up much later, it did not get the processor either: the FX thread was not
    // the cause.
    boolean overslept = System.nanoTime() - startNanos > 2 * patience.toNanos();
    Thread thread = answering.get();
    StackTraceElement[] stack = thread == null ? new StackTraceElement[0] : thread.getStackTrace();
    answered.await();
    if (!overslept && !closed) {
      onStall.accept(new Stall(Duration.ofNanos(System.nanoTime() - startNanos), stack));
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
