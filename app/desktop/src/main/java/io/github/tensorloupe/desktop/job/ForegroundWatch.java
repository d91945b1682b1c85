package io.github.tensorloupe.desktop.job;

import module java.base;
import module javafx.controls;

import java.time.Duration;

/// Notices where the FX thread does not answer for a while, because something blocks it that should
/// run beside it. Costs an empty turn of the FX thread some times a second.
public final class ForegroundWatch implements AutoCloseable {

  /// A time in which the FX thread did not answer.
  ///
  /// @param took how long that was, at least
  /// @param stack what it was doing in the middle of it
  public record Stall(Duration took, StackTraceElement[] stack) {

    /// The stack as something that can be told like a failure.
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

  /// @param delay before it begins, because the first window takes its time
  /// @param onStall is called on the thread of the watch, as soon as the FX thread answers again
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
        ask(answering);
        Thread.sleep(pause);
      }
    } catch (InterruptedException e) {
      closed = true;
    } catch (RejectedExecutionException e) {
      // Whoever closes the watch may end what it asks before it has noticed.
      if (!closed) {
        throw e;
      }
    }
  }

  /// @param answering the thread, once it has answered
  private void ask(AtomicReference<Thread> answering) throws InterruptedException {
    CountDownLatch answered = new CountDownLatch(1);
    long asked = System.nanoTime();
    foreground.execute(
        () -> {
          answering.set(Thread.currentThread());
          answered.countDown();
        });
    if (answered.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
      return;
    }
    // Who waited much longer did not get the processor either: it was not the FX thread.
    boolean overslept = System.nanoTime() - asked > 2 * patience.toNanos();
    Thread thread = answering.get();
    StackTraceElement[] stack = thread == null ? new StackTraceElement[0] : thread.getStackTrace();
    answered.await();
    if (!overslept && !closed) {
      onStall.accept(new Stall(Duration.ofNanos(System.nanoTime() - asked), stack));
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
