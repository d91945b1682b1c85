package io.github.tensorloupe.benchmark;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// Writes the page of figures: the performance claims, each with its command and the output of this
/// command on this machine. Linux only. Takes half an hour.
public final class FiguresPage {

  private static final String SHELL = "io.github.tensorloupe.desktop.shell.";
  private static final String BENCHMARK = "io.github.tensorloupe.benchmark.";

  /// @param promise the claim and its reference
  /// @param shown the command as a user types it
  /// @param run the executed command
  private record Figure(String title, String promise, String shown, List<String> run) {}

  private final Path program;

  private FiguresPage(Path program) {
    this.program = program;
  }

  /// @param options the built program (`bin/tensorloupe`), the page to write, and parts of the
  ///   titles of the figures to measure (default: all figures)
  public static void main(String[] options) throws IOException, InterruptedException {
    FiguresPage page = new FiguresPage(Path.of(options[0]));
    List<String> wanted = Arrays.asList(options).subList(2, options.length);
    List<Figure> figures =
        page.figures().stream()
            .filter(each -> wanted.isEmpty() || wanted.stream().anyMatch(each.title()::contains))
            .toList();
    StringBuilder text = new StringBuilder(beginning());
    for (Figure figure : figures) {
      text.append(section(figure));
      Files.writeString(Path.of(options[1]), text);
    }
  }

  private List<Figure> figures() {
    String built = "app/target/tensorloupe/bin/tensorloupe";
    return List.of(
        java(
            "Verdicts",
            """
            The verdict on a file and the content of its header, compared with a second reader. It
            shares no code with the program, is written from the rules of the reference library, and
            is simple and slow. Half of the files are correct, most others have a few errors.\
            """,
            "io.github.tensorloupe.format.VerdictCount",
            "1000000"),
        python(
            "Numbers",
            """
            The statistics of random tensors by `stats` equal the results of NumPy: counts, minimum
            and maximum to the last bit, mean and standard deviation to 16 digits.\
            """,
            "app/benchmarks/compare_with_numpy.py",
            built),
        java(
            "Scanning values",
            """
            Scans against a plain sum of the same mapped bytes with as many threads. *Health* looks
            for NaN, infinities and zeros; *distribution* counts all data for statistics and
            histograms. 1.00 is the memory bandwidth.\
            """,
            BENCHMARK + "ScanRatios",
            "11"),
        java(
            "Comparing",
            """
            Equal tensors and all figures of different tensors, against a plain sum over both sides.\
            """,
            BENCHMARK + "CompareRatios",
            "11 BF16 F32"),
        java(
            "Quantized weights",
            "Statistics of dequantized values against a plain sum of the stored bytes.",
            BENCHMARK + "LogicalRatios",
            "11"),
        java(
            "Hashing",
            "Against `sha256sum` and `openssl` as whole processes; hashing all kinds takes two"
                + " digests.",
            BENCHMARK + "HashRatios",
            "7"),
        java(
            "Searching bytes",
            "Unsuccessful searches, against a plain sum of the same bytes.",
            BENCHMARK + "SearchRatios",
            "7"),
        java(
            "Saving",
            """
            A save that copies the whole file, against `cp` and `sync` of the same file; and a save
            in place of a file of 10 GB, which only writes the header.\
            """,
            BENCHMARK + "SaveBenchmark",
            System.getProperty("java.io.tmpdir") + " 2 5"),
        java(
            "Surveys",
            """
            A survey of 4 GiB of BF16 weights in eight files, from its start to its end, against
            `cat` of the same files to the null device. From the disk, both wait for the disk; from
            the page cache, `cat` copies nothing.\
            """,
            BENCHMARK + "SurveyRatios",
            built + " 5"),
        java(
            "Large sets",
            "Half a million tensors in 200 shards: headers, tree, filter, sorting.",
            BENCHMARK + "SetRatios",
            "5"),
        java(
            "Scrolling bytes",
            "Through 100 GB against 10 MB, until the rows are painted.",
            BENCHMARK + "HexScrollRatios",
            "40"),
        java(
            "Start",
            "The built program until its window is painted, compared with a bare JavaFX window.",
            BENCHMARK + "StartRatios",
            built + " 5"),
        java(
            "Memory",
            "After a minute of clicking around in a checkpoint of 140 GB.",
            SHELL + "MemoryRun",
            "app/desktop/src/main/launch"),
        java(
            "Scale",
            """
            The largest checkpoints, pane by pane, at a tenth of the size and in full. The longest
            wait is the wait of the window, in processor time; `+` marks work that was stopped after
            half a minute, such as a scan of 1 TB.\
            """,
            SHELL + "ScaleTable",
            built));
  }

  private Figure java(String title, String promise, String main, String options) {
    List<String> run = new ArrayList<>();
    run.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    run.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    run.addAll(words(options));
    return new Figure(
        title,
        promise,
        "mvn -B -Pjmh -DskipTests verify -Djmh.main=%s -Djmh.options=\"%s\""
            .formatted(main, options),
        run);
  }

  private Figure python(String title, String promise, String script, String options) {
    List<String> run = new ArrayList<>(List.of("python3", script));
    run.addAll(words(options));
    return new Figure(title, promise, "python3 " + script + " " + options, run);
  }

  /// Replaces the path of the program, which may differ from the path in the commands of the page.
  private List<String> words(String options) {
    return Stream.of(options.split(" "))
        .map(word -> word.endsWith("/bin/tensorloupe") ? program.toString() : word)
        .toList();
  }

  private static String section(Figure figure) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Process process =
        new ProcessBuilder(figure.run()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String printed;
    try (var out = process.getInputStream()) {
      printed = new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
    int exitCode = process.waitFor();
    if (exitCode != 0) {
      throw new IOException(figure.title() + " ended with exit code " + exitCode + ".");
    }
    System.out.printf(
        "%s: %d s%n", figure.title(), Duration.ofNanos(System.nanoTime() - begin).toSeconds());
    return "\n## %s\n\n%s\n\n```sh\n%s\n```\n\n```text\n%s\n```\n"
        .formatted(figure.title(), figure.promise(), figure.shown(), printed);
  }

  private static String beginning() throws IOException {
    return """
    # Figures

    The promises of TensorLoupe, each with the command that verifies it and the output of that
    command on one machine:

    %s

    Times are measured in pairs with the time they are compared with, alternately and in one run,
    because machines run other programs too. A range consists of the minimum and the maximum of
    these pairs. This page is written by

    ```sh
    mvn -B -Pjmh -DskipTests verify -Djmh.main=%s -Djmh.options="app/target/tensorloupe/bin/tensorloupe app/docs/figures.md"
    ```
    """
        .formatted(machine(), FiguresPage.class.getName());
  }

  private static String machine() throws IOException {
    String processor = line(Path.of("/proc/cpuinfo"), "model name");
    String memory = line(Path.of("/proc/meminfo"), "MemTotal");
    return """
    | | |
    |---|---|
    | processor | %s, %d threads |
    | memory | %.0f GB |
    | system | %s %s |
    | Java | %s, %s |
    | day, and load when it began | %s, %s |\
    """
        .formatted(
            processor,
            Runtime.getRuntime().availableProcessors(),
            Long.parseLong(memory.replaceAll("\\D", "")) / 1e6,
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            System.getProperty("java.vendor"),
            Runtime.version(),
            LocalDate.now(),
            Files.readString(Path.of("/proc/loadavg")).split(" ")[0]);
  }

  private static String line(Path file, String key) throws IOException {
    return Files.readAllLines(file).stream()
        .filter(each -> each.startsWith(key))
        .map(each -> each.substring(each.indexOf(':') + 1).strip())
        .findFirst()
        .orElse("unknown");
  }
}
