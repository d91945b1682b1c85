package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.shell.StallWatch.Stall;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.stage.Stage;
import javafx.stage.Window;
import javax.management.JMException;
import javax.management.ObjectName;

/// The program with a [RandomUser], who rests each minute so that resources can be counted. A
/// window holds more memory the more of it was shown. Therefore, a new window replaces it every ten
/// minutes before the count, and the counts of new windows are compared. Ends with a table, and
/// with the exit code 1 if the window stalled, a resource grew, or an exception was not caught.
public final class SoakWindow extends App {

  /// Heap, files and threads at the end of a minute, on the start page.
  ///
  /// @param isNew whether the window is new
  private record Sample(
      long minute,
      boolean isNew,
      int steps,
      Stall worst,
      Heap heap,
      long fileCount,
      long threadCount,
      int faults) {

    String line() {
      return String.format(
          Locale.ROOT,
          "%3d %s %6d  %5.1f MB and %5.1f MB to draw  %3d files  %3d threads  %d faults  %s",
          minute,
          isNew ? "new" : "   ",
          steps,
          heap.bytes / 1e6,
          heap.drawingBytes / 1e6,
          fileCount,
          threadCount,
          faults,
          worst);
    }
  }

  /// The live objects of the heap.
  ///
  /// @param bytes the size of all objects except `int` arrays
  /// @param drawingBytes the size of the `int` arrays, which are mostly pixels. The software
  ///   renderer keeps one for each canvas that was shown, and others as long as there is memory
  private record Heap(long bytes, long drawingBytes) {

    private static final Pattern ROW = Pattern.compile("(?m)^ *(?:\\d+:|Total) +\\d+ +(\\d+)(.*)$");

    /// The classes that represent gaps between live objects.
    private static final String GAPS = "jdk.internal.vm.Filler";

    /// Returns the figures after a full collection.
    static Heap measured() {
      try {
        Object table =
            ManagementFactory.getPlatformMBeanServer()
                .invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                    "gcClassHistogram",
                    new Object[] {new String[0]},
                    new String[] {String[].class.getName()});
        long all = 0;
        long ints = 0;
        long gaps = 0;
        for (MatchResult row : ROW.matcher(table.toString()).results().toList()) {
          all = Long.parseLong(row.group(1));
          ints += row.group(2).strip().startsWith("[I") ? all : 0;
          gaps += row.group(2).contains(GAPS) ? all : 0;
        }
        return new Heap(all - ints - gaps, ints);
      } catch (JMException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /// A file in the home folder with the parameters of the run: the folder of the files, the number
  /// of tensors, the minutes (0 for a training run), and the seed.
  static final String PARAMETER_FILE = "soak.txt";

  private static final Duration MAX_STALL = Duration.ofMillis(250);
  private static final Duration REST_TIMEOUT = Duration.ofMinutes(5);
  private static final double MAX_GROWTH = 1.1;
  private static final long MORE_HEAP = 4 << 20;
  private static final int MORE_FILES = 4;
  private static final int MORE_THREADS = 4;
  private static final int MINUTES_OF_A_WINDOW = 10;
  private static final int MAX_PRINTED_STALLS = 12;
  private static final int FRAMES = 60;
  private static final double WIDTH = 1000;
  private static final double HEIGHT = 800;

  private final List<Sample> samples = new ArrayList<>();

  /// The worst stalls, longest first. The list is limited, because all stalls with their stacks
  /// would count as growing memory.
  private final List<Stall> stalls = new ArrayList<>();

  private final Set<String> faults = new LinkedHashSet<>();
  private SoakFiles files;
  private StallWatch watch;
  private RandomUser user;
  private int minutes;
  private int steps;
  private long nextWindow;
  private long begin;
  private long minuteBegin;

  /// JavaFX would start before the `main` method of a subclass of `Application`.
  public static final class Main {

    private Main() {}

    /// @param arguments the option of a training run, if any
    public static void main(String[] arguments) {
      Application.launch(SoakWindow.class);
      Runtime.getRuntime().halt(2);
    }
  }

  @Override
  public void start(Stage stage) {
    List<String> options = orders();
    files = new SoakFiles(Path.of(options.getFirst()), Integer.parseInt(options.get(1)));
    minutes = Integer.parseInt(options.get(2));
    nextWindow = minutesOfWindow();
    user =
        new RandomUser(
            this::workspaces,
            files.all(),
            files.written(),
            Long.parseLong(options.get(3)),
            step -> watch.doing(step));
    super.start(stage);
    watch = new StallWatch();
    begin = System.nanoTime();
    FxWaits.after(javafx.util.Duration.seconds(3), this::beginMinute);
  }

  private static List<String> orders() {
    try {
      return Files.readAllLines(Path.of(System.getenv("HOME"), PARAMETER_FILE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  FileDialogs dialogs(Supplier<Stage> stage) {
    return user;
  }

  private int minutesOfWindow() {
    return Math.min(MINUTES_OF_A_WINDOW, minutes / 3);
  }

  private long minutesPassed() {
    return Duration.ofNanos(System.nanoTime() - begin).toMinutes();
  }

  private void beginMinute() {
    minuteBegin = System.nanoTime();
    watch.take();
    watch.setPaused(false);
    next();
  }

  private void next() {
    if (System.nanoTime() - minuteBegin > Duration.ofMinutes(1).toNanos()) {
      watch.doing("rest");
      rest(System.nanoTime(), this::restore);
      return;
    }
    // Scheduled before the step, because the step may throw.
    FxWaits.after(javafx.util.Duration.millis(steps % 10 == 0 ? 600 : 80), this::next);
    steps++;
    user.step();
  }

  /// Waits until only one window with the library is left and no job is running.
  private void rest(long restBegin, Runnable then) {
    if (user.reset()) {
      watch.setPaused(true);
      Thread.ofPlatform().start(then);
    } else if (System.nanoTime() - restBegin > REST_TIMEOUT.toNanos()) {
      workspaces()
          .forEach(each -> System.out.println("still runs: " + each.context.jobs().running()));
      Runtime.getRuntime().halt(1);
    } else {
      FxWaits.after(javafx.util.Duration.millis(200), () -> rest(restBegin, then));
    }
  }

  private void restore() {
    try {
      files.restore();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    boolean isDue = minutesPassed() >= Math.min(nextWindow, minutes);
    Platform.runLater(isDue ? this::renew : () -> visitAll(false));
  }

  /// Replaces the remaining window with a new one.
  private void renew() {
    nextWindow += minutesOfWindow();
    Workspace old = workspaces().getFirst();
    old.context.commands().run(Command.NEW_WINDOW);
    old.context.commands().run(Command.CLOSE);
    FxWaits.after(javafx.util.Duration.millis(500), () -> visitAll(true));
  }

  /// Shows all panes in a window of fixed size, so that the panes of all windows hold the same
  /// amount.
  private void visitAll(boolean isNew) {
    Workspace left = workspaces().getFirst();
    Window window = left.view.getScene().getWindow();
    window.setWidth(WIDTH);
    window.setHeight(HEIGHT);
    left.dropped(List.of(files.all().getFirst()));
    visit(workspaces().getLast(), Panes.ALL.iterator(), () -> measure(isNew));
  }

  private void visit(Workspace window, Iterator<PaneDescriptor> panes, Runnable then) {
    if (panes.hasNext()) {
      window.view.panes.show(panes.next());
      FxWaits.after(javafx.util.Duration.millis(200), () -> visit(window, panes, then));
    } else {
      rest(System.nanoTime(), then);
    }
  }

  private void measure(boolean isNew) {
    try {
      clearSoftReferences();
      Thread.sleep(200);
      List<Stall> latest = watch.take();
      keepWorst(latest);
      readFaults();
      samples.add(
          new Sample(
              minutesPassed(),
              isNew,
              steps,
              latest.stream().max(Comparator.comparing(Stall::own)).orElse(Stall.NONE),
              Heap.measured(),
              openFileCount(),
              threadCount(),
              faults.size()));
      System.out.println(samples.getLast().line());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (minutesPassed() < minutes || !isNew) {
      Platform.runLater(this::beginMinute);
    } else {
      System.exit(minutes == 0 || isWell() ? 0 : 1);
    }
  }

  private void keepWorst(List<Stall> latest) {
    stalls.addAll(latest);
    stalls.sort(Comparator.comparing(Stall::own).reversed());
    stalls.subList(Math.min(MAX_PRINTED_STALLS, stalls.size()), stalls.size()).clear();
  }

  /// Releases softly reachable objects. The software renderer keeps all its drawing buffers as long
  /// as there is memory, and releases them before an allocation fails. Other threads are not
  /// affected: a single array exceeds the maximum heap, so the heap is not filled with it.
  private static void clearSoftReferences() {
    List<long[]> all = new ArrayList<>();
    try {
      while (true) {
        all.add(new long[Integer.MAX_VALUE - 8]);
      }
    } catch (OutOfMemoryError e) {
      all.clear();
    }
  }

  /// Reads the faults from the log, which switches to another file from time to time.
  private void readFaults() throws IOException {
    List<String> lines = Files.readAllLines(log().file().orElseThrow());
    for (int i = 0; i < lines.size(); i++) {
      String entry = String.join("\n", lines.subList(i, Math.min(i + FRAMES, lines.size())));
      // The headless screen of JavaFX cannot draw windows that are partly outside of it.
      if (lines.get(i).contains(" ERROR ") && !entry.contains("HeadlessWindow.blit")) {
        faults.add(entry);
      }
    }
  }

  private static long openFileCount() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.count();
    }
  }

  /// Returns the number of threads, except for the threads of jobs, which are started as needed.
  private static long threadCount() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !thread.getName().startsWith("tensorloupe-job-"))
        .count();
  }

  private boolean isWell() {
    for (Stall stall : stalls) {
      System.out.println(stall);
      Stream.of(stall.stack()).limit(FRAMES).forEach(frame -> System.out.println("    " + frame));
    }
    faults.forEach(System.out::println);
    boolean hasStalled = !stalls.isEmpty() && stalls.getFirst().own().compareTo(MAX_STALL) >= 0;
    boolean grew =
        hasGrown("heap in bytes", sample -> sample.heap.bytes, MORE_HEAP)
            | hasGrown("open files", Sample::fileCount, MORE_FILES)
            | hasGrown("threads", Sample::threadCount, MORE_THREADS);
    return !hasStalled && !grew && faults.isEmpty();
  }

  /// Compares the first new window, after ten minutes or a third of the time, with the last one.
  private boolean hasGrown(String what, ToLongFunction<Sample> part, long tolerance) {
    List<Sample> compared = samples.stream().filter(Sample::isNew).toList();
    long before = part.applyAsLong(compared.getFirst());
    long now = part.applyAsLong(compared.getLast());
    boolean grown = now > before * MAX_GROWTH + tolerance;
    System.out.printf("%s: %d, in the end %d%s%n", what, before, now, grown ? ": GROWN" : "");
    return grown;
  }
}
