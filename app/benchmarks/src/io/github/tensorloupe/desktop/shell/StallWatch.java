package io.github.tensorloupe.desktop.shell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javafx.application.Platform;

/// Records each time for which the FX thread did not respond, with its activity and the part for
/// which the machine is responsible, because it assigned the processor to other programs. Linux
/// only, because the figures are in `/proc`.
final class StallWatch {

  /// @param processor the processor time of the FX thread
  /// @param renderer the processor time of the renderer, concurrently or while the FX thread waited
  ///   for it
  /// @param collector the processor time of the garbage collector, which stops all threads
  /// @param machine the time for which the FX thread waited for a processor, or the delay of a
  ///   sleeping thread if longer
  /// @param waited whether the FX thread waited for anything except a processor and the renderer,
  ///   or the renderer for anything except a processor
  /// @param doing the step of the user
  /// @param stack the stack in the middle of the stall, of the FX thread, or of the renderer if the
  ///   FX thread waited for it
  record Stall(
      Duration took,
      Duration processor,
      Duration renderer,
      Duration collector,
      Duration machine,
      boolean waited,
      String doing,
      StackTraceElement[] stack) {

    static final Stall NONE =
        new Stall(
            Duration.ZERO,
            Duration.ZERO,
            Duration.ZERO,
            Duration.ZERO,
            Duration.ZERO,
            false,
            "",
            new StackTraceElement[0]);

    /// Returns the part for which the program is responsible. Without waiting, this is at most the
    /// computed time: a virtual machine does not notice when it loses its processors.
    Duration own() {
      Duration rest = took.minus(machine);
      Duration computed = processor.plus(renderer).plus(collector);
      return waited || rest.compareTo(computed) < 0 ? rest : computed;
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%4d ms, of the program %4d ms (computed %d, renderer %d, collector %d, machine %d%s):"
              + " %s",
          took.toMillis(),
          own().toMillis(),
          processor.toMillis(),
          renderer.toMillis(),
          collector.toMillis(),
          machine.toMillis(),
          waited ? ", waited" : "",
          doing);
    }
  }

  /// The scheduling statistics of a thread: the time on a processor, and the time in which it was
  /// runnable without a processor.
  private record Schedule(Path file) {

    /// Finds a thread by the start of its name, because the system truncates names of threads.
    static Schedule of(String name) {
      try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
        return new Schedule(
            tasks
                .filter(task -> isNamed(task, name))
                .findFirst()
                .orElseThrow()
                .resolve("schedstat"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static boolean isNamed(Path task, String name) {
      try {
        return Files.readString(task.resolve("comm")).startsWith(name);
      } catch (IOException e) {
        // The thread has ended.
        return false;
      }
    }

    long[] nanos() {
      try {
        return Stream.of(Files.readString(file).trim().split(" "))
            .mapToLong(Long::parseLong)
            .toArray();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /// Users do not notice shorter stalls.
  private static final Duration NOTABLE = Duration.ofMillis(100);

  private static final Duration BETWEEN_STACKS = Duration.ofMillis(40);
  private static final Duration SLEEP = Duration.ofMillis(10);
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final ConcurrentLinkedQueue<Stall> stalls = new ConcurrentLinkedQueue<>();
  private final AtomicLong lateNanos = new AtomicLong();
  private final long watched = Thread.currentThread().threadId();
  private final Schedule fxThread = Schedule.of("JavaFX Applicat");
  private final Schedule renderer = Schedule.of("QuantumRenderer");

  /// The collector that the program uses runs on this thread.
  private final Schedule collector = Schedule.of("VM Thread");

  private volatile String doing = "";
  private volatile boolean paused;

  /// Starts watching. Must be called on the FX thread.
  StallWatch() {
    Thread.ofPlatform().daemon().name("yardstick").start(this::sleep);
    Thread.ofPlatform().daemon().name("stall-watch").start(this::watch);
  }

  private void sleep() {
    while (true) {
      long begin = System.nanoTime();
      pause(SLEEP);
      lateNanos.addAndGet(System.nanoTime() - begin - SLEEP.toNanos());
    }
  }

  private void watch() {
    while (true) {
      probe();
      pause(Duration.ofMillis(2));
    }
  }

  private void probe() {
    boolean counts = !paused;
    long begin = System.nanoTime();
    long[] fxBegin = fxThread.nanos();
    long rendererBegin = renderer.nanos()[0];
    long collectorBegin = collector.nanos()[0];
    long lateBegin = lateNanos.get();
    AtomicLong answered = new AtomicLong();
    Platform.runLater(() -> answered.set(System.nanoTime()));
    List<ThreadInfo> stacks = new ArrayList<>();
    String during = doing;
    while (answered.get() == 0) {
      pause(Duration.ofMillis(1));
      if (System.nanoTime() - begin > (stacks.size() + 1) * BETWEEN_STACKS.toNanos()) {
        stacks.add(atWork());
        during = doing;
      }
    }
    Duration took = Duration.ofNanos(answered.get() - begin);
    if (took.compareTo(NOTABLE) >= 0 && counts && !paused) {
      if (stacks.isEmpty()) {
        // The machine also stopped this thread, so that it saw nothing.
        stacks.add(atWork());
      }
      long[] fx = fxThread.nanos();
      long rendered = renderer.nanos()[0] - rendererBegin;
      long collected = collector.nanos()[0] - collectorBegin;
      // The delay of the sleeping thread is known only after it wakes up.
      pause(SLEEP.plusMillis(2));
      long late = Math.max(fx[1] - fxBegin[1], lateNanos.get() - lateBegin - collected);
      stalls.add(
          new Stall(
              took,
              Duration.ofNanos(fx[0] - fxBegin[0]),
              Duration.ofNanos(rendered),
              Duration.ofNanos(collected),
              Duration.ofNanos(Math.clamp(late, 0, took.toNanos())),
              stacks.stream().anyMatch(this::isWaiting),
              during,
              stacks.get(stacks.size() / 2).getStackTrace()));
    }
  }

  /// Returns the FX thread, or the renderer while the FX thread waits for a picture.
  private ThreadInfo atWork() {
    ThreadInfo fx = THREADS.getThreadInfo(watched, Integer.MAX_VALUE);
    boolean waitsForPicture =
        Stream.of(fx.getStackTrace())
            .anyMatch(frame -> frame.getMethodName().equals("waitForRenderingToComplete"));
    return waitsForPicture
        ? Stream.of(THREADS.dumpAllThreads(false, false))
            .filter(thread -> thread.getThreadName().startsWith("QuantumRenderer"))
            .findFirst()
            .orElse(fx)
        : fx;
  }

  /// A renderer in native code computes. A thread in its event loop has work, so it waits only for
  /// a processor.
  private boolean isWaiting(ThreadInfo thread) {
    StackTraceElement[] stack = thread.getStackTrace();
    boolean isInNativeCode =
        thread.getThreadId() == watched && stack.length > 0 && stack[0].isNativeMethod();
    boolean isInLoop =
        Stream.of(stack)
            .dropWhile(
                frame ->
                    frame.getClassName().startsWith("java.")
                        || frame.getClassName().startsWith("jdk."))
            .findFirst()
            .filter(frame -> frame.getMethodName().equals("newRunLoop"))
            .isPresent();
    return !isInLoop && (isInNativeCode || thread.getThreadState() != Thread.State.RUNNABLE);
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Sets the current step of the user.
  void doing(String what) {
    doing = what;
  }

  /// Pauses recording while true.
  void setPaused(boolean value) {
    paused = value;
  }

  /// Returns the stalls since the last call.
  List<Stall> take() {
    List<Stall> result = new ArrayList<>();
    for (Stall next = stalls.poll(); next != null; next = stalls.poll()) {
      result.add(next);
    }
    return result;
  }
}
