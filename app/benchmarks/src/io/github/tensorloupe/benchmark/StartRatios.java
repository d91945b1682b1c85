package io.github.tensorloupe.benchmark;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/// Measures two times from the start of the process: until the window shows the tree of a file of
/// 700 tensors and until it is complete, both relative to a [BareWindow]. Also measures, with and
/// without the AOT cache, the time until the window shows this tree and until `check` has checked
/// the file. Pairs are interleaved, so that other load affects both. On a busy machine, the
/// processor time is more reliable than the elapsed time.
///
/// If `DISPLAY` is set, the window is shown there in addition to the measurement without a display.
public final class StartRatios {

  private static final int TENSORS = 700;
  private static final long HIDDEN = 256;
  private static final String REPORT = "-Dtensorloupe.start.report=true";

  /// The line that reports that a window is painted, with the document's tree in case of the
  /// program.
  static final String PAINTED = "painted";

  /// The line that reports that the program's window is painted completely.
  private static final String COMPLETE = "complete";

  /// Disables the cache, although the options before this one specify it.
  private static final String WITHOUT_CACHE = "-XX:AOTMode=off";

  /// The cost of a start until the program printed the expected line.
  private record Start(double seconds, double processorSeconds) {}

  private final Path program;
  private final int pairs;
  private final Path folder;
  private final Path file;

  private StartRatios(Path program, int pairs, Path folder) throws IOException {
    this.program = program;
    this.pairs = pairs;
    this.folder = folder;
    this.file = folder.resolve("model.safetensors");
    SparseModel.write(file, SparseModel.layersFor(TENSORS), HIDDEN);
  }

  /// @param options the program, as installed or in its image (`bin/tensorloupe`), and the number
  ///   of pairs (default 7)
  /// @throws Exception if the program cannot be started or does not print the expected lines
  public static void main(String[] options) throws Exception {
    int pairs = options.length > 1 ? Integer.parseInt(options[1]) : 7;
    Path folder = Files.createTempDirectory("start-ratios");
    try {
      new StartRatios(Path.of(options[0]).toRealPath(), pairs, folder).measure();
    } finally {
      SparseModel.deleteFolder(folder);
    }
  }

  private void measure() throws Exception {
    printComparedToBareWindow();
    if (!System.getenv().getOrDefault("DISPLAY", "").isEmpty()) {
      print("window on " + System.getenv("DISPLAY"), List.of(REPORT), List.of(), PAINTED);
    }
    print(
        "window without a display",
        List.of(REPORT, "-Dglass.platform=Headless", "-Dprism.order=sw"),
        List.of(),
        PAINTED);
    print("check", List.of(), List.of("check"), "ok");
  }

  private void printComparedToBareWindow() throws Exception {
    TrainedProgram bare =
        new TrainedProgram(
            program, Files.createDirectory(folder.resolve("bare")), BareWindow.Main.class);
    List<Start> bares = new ArrayList<>();
    List<Start> trees = new ArrayList<>();
    List<Start> programs = new ArrayList<>();
    for (int i = -1; i < pairs; i++) {
      List<Start> one = await(bare.start(List.of()), List.of(PAINTED), false);
      List<Start> other = await(bare.program(REPORT, file), List.of(PAINTED, COMPLETE), false);
      if (i >= 0) {
        bares.add(one.getFirst());
        trees.add(other.getFirst());
        programs.add(other.getLast());
      }
    }
    print("window with the tree", trees, bares);
    print("window with all of it", programs, bares);
  }

  private static void print(String title, List<Start> programs, List<Start> bares) {
    System.out.printf(
        Locale.ROOT,
        "%-28s %.2f s, bare window %.2f s: median ratio %.2f; of processors %.2f s, %.2f s%n",
        title,
        median(programs.stream().mapToDouble(Start::seconds)),
        median(bares.stream().mapToDouble(Start::seconds)),
        medianRatio(programs, bares),
        median(programs.stream().mapToDouble(Start::processorSeconds)),
        median(bares.stream().mapToDouble(Start::processorSeconds)));
  }

  private static double medianRatio(List<Start> some, List<Start> others) {
    return median(
        IntStream.range(0, some.size())
            .mapToDouble(i -> some.get(i).seconds() / others.get(i).seconds()));
  }

  private void print(String title, List<String> java, List<String> command, String sign)
      throws Exception {
    List<String> plain = new ArrayList<>(java);
    plain.add(WITHOUT_CACHE);
    List<Start> plains = new ArrayList<>();
    List<Start> cached = new ArrayList<>();
    for (int i = -1; i < pairs; i++) {
      Start one = start(plain, command, sign);
      Start other = start(java, command, sign);
      if (i >= 0) {
        plains.add(one);
        cached.add(other);
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%-28s %.2f s with the cache (%.2f to %.2f), %.2f s without: median ratio %.2f;"
            + " of processors %.2f s, %.2f s%n",
        title,
        median(cached.stream().mapToDouble(Start::seconds)),
        cached.stream().mapToDouble(Start::seconds).min().orElseThrow(),
        cached.stream().mapToDouble(Start::seconds).max().orElseThrow(),
        median(plains.stream().mapToDouble(Start::seconds)),
        medianRatio(cached, plains),
        median(cached.stream().mapToDouble(Start::processorSeconds)),
        median(plains.stream().mapToDouble(Start::processorSeconds)));
  }

  private Start start(List<String> java, List<String> command, String sign) throws Exception {
    List<String> line = new ArrayList<>(List.of(program.toString()));
    line.addAll(command);
    line.add(file.toString());
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.redirectError(folder.resolve("messages.txt").toFile());
    builder.environment().put("TENSORLOUPE_JAVA_OPTIONS", String.join(" ", java));
    builder.environment().put("HOME", folder.toString());
    builder.environment().keySet().removeIf(name -> name.startsWith("XDG_"));
    // Without a display, the program draws into an image.
    builder.environment().putIfAbsent("DISPLAY", ":none");
    return await(builder, List.of(sign), !command.isEmpty()).getFirst();
  }

  /// Returns the times until each expected line of a start, in the order of the lines.
  ///
  /// @param ends whether the process ends by itself, so that its end is awaited
  private List<Start> await(ProcessBuilder builder, List<String> signs, boolean ends)
      throws Exception {
    long begin = System.nanoTime();
    Process process = builder.start();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      List<Start> starts = new ArrayList<>();
      for (String sign : signs) {
        String said = lines.readLine();
        if (said == null || !said.startsWith(sign)) {
          String messages = Files.readString(folder.resolve("messages.txt"));
          throw new IOException(builder.command() + " said " + said + "; " + messages);
        }
        double processor = processorSeconds(process);
        if (ends) {
          process.waitFor();
        }
        starts.add(new Start((System.nanoTime() - begin) / 1e9, processor));
      }
      return starts;
    } finally {
      process.destroy();
      process.waitFor();
    }
  }

  private static double processorSeconds(Process process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
  }

  private static double median(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    return sorted[sorted.length / 2];
  }
}
