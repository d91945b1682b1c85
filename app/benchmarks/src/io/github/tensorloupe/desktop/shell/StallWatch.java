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

/// Notes each time in which the FX thread did not answer for a while: what it was doing, and how
/// much of the time the machine is to blame for, because it gave the processor to others. Works on
/// Linux only, where the system tells that.
final class StallWatch {

  /// @param processor how long the FX thread computed
  /// @param renderer how long the renderer computed, meanwhile or while the FX thread waited for it
  /// @param collector how long the garbage collector computed, which holds all threads
  /// @param machine how long the FX thread waited for a processor, or how late a thread came that
  ///   did nothing but sleep, if that was longer
  /// @param waited true if the FX thread was seen waiting for something else than a processor and
  ///   the renderer, or the renderer for something else than a processor
  /// @param doing the step of the user
  /// @param stack in the middle of it, of the FX thread, or of the renderer where that was waited
  ///   for
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

    /// The part that the program is to blame for. Where nothing was waited for, that is no more
    /// than what was computed: a virtual machine does not notice when its processors are taken
    /// away.
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

  /// The schedule of a thread, as the system tells it: how long it has computed, and how long it
  /// was ready without a processor.
  private record Schedule(Path file) {

    /// The system cuts names of threads.
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
        // It has ended.
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

  /// Nobody notices a shorter one.
  private static final Duration NOTABLE = Duration.ofMillis(100);

  private static final Duration BETWEEN_STACKS = Duration.ofMillis(40);
  private static final Duration SLEEP = Duration.ofMillis(10);
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final ConcurrentLinkedQueue<Stall> stalls = new ConcurrentLinkedQueue<>();
  private final AtomicLong lateNanos = new AtomicLong();
  private final long watched = Thread.currentThread().threadId();
  private final Schedule fxThread = Schedule.of("JavaFX Applicat");
  private final Schedule renderer = Schedule.of("QuantumRenderer");

  /// With the collector that the program chooses, it is this thread that collects.
  private final Schedule collector = Schedule.of("VM Thread");

  private volatile String doing = "";
  private volatile boolean paused;

  /// Begins to watch. FX thread.
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
      ask();
      pause(Duration.ofMillis(2));
    }
  }

  private void ask() {
    boolean counts = !paused;
    long begin = System.nanoTime();
    long[] fxBegin = fxThread.nanos();
    long rendererBegin = renderer.nanos()[0];
    long collectorBegin = collector.nanos()[0];
    long lateBegin = lateNanos.get();
    AtomicLong answered = new AtomicLong();
    Platform.runLater(() -> answered.set(System.nanoTime()));
    List<ThreadInfo> seen = new ArrayList<>();
    String during = doing;
    while (answered.get() == 0) {
      pause(Duration.ofMillis(1));
      if (System.nanoTime() - begin > (seen.size() + 1) * BETWEEN_STACKS.toNanos()) {
        seen.add(atWork());
        during = doing;
      }
    }
    Duration took = Duration.ofNanos(answered.get() - begin);
    if (took.compareTo(NOTABLE) >= 0 && counts && !paused) {
      if (seen.isEmpty()) {
        // The machine held this thread too, which then saw nothing.
        seen.add(atWork());
      }
      long[] fx = fxThread.nanos();
      long rendered = renderer.nanos()[0] - rendererBegin;
      long collected = collector.nanos()[0] - collectorBegin;
      // The sleeper counts once it is awake.
      pause(SLEEP.plusMillis(2));
      long late = Math.max(fx[1] - fxBegin[1], lateNanos.get() - lateBegin - collected);
      stalls.add(
          new Stall(
              took,
              Duration.ofNanos(fx[0] - fxBegin[0]),
              Duration.ofNanos(rendered),
              Duration.ofNanos(collected),
              Duration.ofNanos(Math.clamp(late, 0, took.toNanos())),
              seen.stream().anyMatch(this::isWaiting),
              during,
              seen.get(seen.size() / 2).getStackTrace()));
    }
  }

  /// The FX thread, or the renderer while the former waits for a picture.
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

  /// In native code the renderer computes. A thread in its event loop, which has been asked, waits
  /// for a processor only.
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

  /// Says what the user does now.
  void doing(String what) {
    doing = what;
  }

  /// While this is true, nothing is noted.
  void setPaused(boolean value) {
    paused = value;
  }

  /// The stalls since the last call.
  List<Stall> take() {
    List<Stall> taken = new ArrayList<>();
    for (Stall next = stalls.poll(); next != null; next = stalls.poll()) {
      taken.add(next);
    }
    return taken;
  }
}
