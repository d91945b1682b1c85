package io.github.tensorloupe.proof;

import io.github.tensorloupe.testing.Fuzzer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Runs Jazzer on each target in turn, in a separate process. Prints after each turn the number of
/// inputs, the processor seconds, and the number of inputs with wrong results. These inputs are
/// stored next to the inputs that increased coverage, in `app/proof/target/fuzz`.
public final class FuzzRun {

  private static final String ROOT = "io.github.tensorloupe.";
  private static final List<String> TARGETS =
      List.of(
          "format.HeaderFuzzTest",
          "format.IndexFuzzTest",
          "model.DisguiseFuzzTest",
          "edit.EditedFileFuzzTest",
          "save.JournalFuzzTest",
          "quantization.RulesFuzzTest",
          "foreign.pickle.PickleFuzzTest",
          "foreign.torch.TorchFuzzTest",
          "foreign.numpy.NumpyFuzzTest",
          "foreign.gguf.GgufFuzzTest",
          "foreign.hdf5.Hdf5FuzzTest",
          "foreign.flax.FlaxFuzzTest",
          "integrity.manifest.ManifestFuzzTest",
          "integrity.signature.SignatureFuzzTest",
          "remote.AddressFuzzTest",
          "remote.ServerFuzzTest",
          "storage.StoredFilesFuzzTest",
          "desktop.session.SessionFuzzTest",
          "desktop.pane.hex.bookmarks.BookmarkFileFuzzTest",
          "cli.ArgumentsFuzzTest");
  private static final int MAX_TURN_SECONDS = 900;
  // The start of Jazzer takes some of them.
  private static final int MIN_TURN_SECONDS = 60;
  private static final Pattern RUNS = Pattern.compile("(?m)^#(\\d+)\\s|^Done (\\d+) runs");

  private record Turn(String target, long processorSeconds, long runs, long found) {

    Turn plus(Turn other) {
      return new Turn(
          target,
          processorSeconds + other.processorSeconds,
          runs + other.runs,
          found + other.found);
    }

    @Override
    public String toString() {
      return "%-40s %7d processor seconds %,14d inputs %5d answered wrongly"
          .formatted(target, processorSeconds, runs, found);
    }
  }

  private final Path folder;
  private final Instant end;
  private final List<Turn> turns = new ArrayList<>();

  private FuzzRun(Path folder, Instant end) {
    this.folder = folder;
    this.end = end;
  }

  /// @param arguments the folder for the results, the minutes, the number of concurrent processes,
  ///   and the targets (default: all targets)
  public static void main(String[] arguments) throws Exception {
    double minutes = Double.parseDouble(arguments[1]);
    Instant end = Instant.now().plusSeconds((long) (60 * minutes));
    int processes = Integer.parseInt(arguments[2]);
    List<String> targets =
        arguments.length > 3 ? Stream.of(arguments).skip(3).toList() : FuzzRun.TARGETS;
    long share = (long) (60 * minutes * processes / targets.size());
    FuzzRun run = new FuzzRun(Path.of(arguments[0]), end);
    run.run(targets, processes, Math.clamp(share, MIN_TURN_SECONDS, MAX_TURN_SECONDS));
    System.exit(run.report() == 0 ? 0 : 1);
  }

  private void run(List<String> targets, int processes, long turnSeconds) throws Exception {
    try (ExecutorService pool = Executors.newFixedThreadPool(processes)) {
      while (Instant.now().isBefore(end)) {
        List<Future<?>> round = new ArrayList<>();
        for (String target : targets) {
          round.add(
              pool.submit(
                  () -> {
                    take(target, turnSeconds);
                    return null;
                  }));
        }
        for (Future<?> each : round) {
          each.get();
        }
      }
    }
  }

  private void take(String target, long turnSeconds) throws Exception {
    long seconds = Math.min(turnSeconds, Duration.between(Instant.now(), end).toSeconds());
    if (seconds <= 0) {
      return;
    }
    Path own = folder.resolve(target);
    Path inputs = own.resolve("inputs");
    if (Files.notExists(inputs)) {
      Fuzzer.writeExamples(ROOT + target, inputs);
    }
    Path log = own.resolve("log.txt");
    long before = found(own);
    Process jazzer = start(target, own, log, seconds);
    Duration used = Duration.ZERO;
    while (!jazzer.waitFor(500, TimeUnit.MILLISECONDS)) {
      used = jazzer.info().totalCpuDuration().orElse(used);
      if (Instant.now().isAfter(end.plusSeconds(60))) {
        jazzer.destroyForcibly();
      }
    }
    Turn turn =
        new Turn(target, used.toSeconds(), runs(Files.readString(log)), found(own) - before);
    synchronized (turns) {
      turns.add(turn);
      System.out.println(turn);
    }
  }

  private static Process start(String target, Path own, Path log, long seconds) throws IOException {
    List<String> command =
        List.of(
            ProcessHandle.current().info().command().orElse("java"),
            "-Xmx1200m",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
            "-cp",
            System.getProperty("java.class.path"),
            "com.code_intelligence.jazzer.Jazzer",
            "--target_class=" + Fuzzer.class.getName(),
            "--target_args=" + ROOT + target,
            "--instrumentation_includes=" + ROOT + "**",
            "--custom_hook_includes=" + ROOT + "none",
            // Some targets connect to their own server.
            "--disabled_hooks=com.code_intelligence.jazzer.sanitizers.ServerSideRequestForgery",
            "--keep_going=20",
            "--reproducer_path=" + own,
            "-artifact_prefix=" + own + "/",
            "-max_total_time=" + seconds,
            "-max_len=4096",
            // The first input loads classes, which takes minutes on a busy machine.
            "-timeout=600",
            "-rss_limit_mb=3000",
            own.resolve("inputs").toString());
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  private static long runs(String log) {
    long runs = 0;
    Matcher matcher = RUNS.matcher(log);
    while (matcher.find()) {
      runs = Math.max(runs, Long.parseLong(matcher.group(matcher.group(1) == null ? 2 : 1)));
    }
    return runs;
  }

  /// Counts the failing inputs that Jazzer has stored.
  private static long found(Path own) throws IOException {
    try (Stream<Path> files = Files.list(own)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches("(crash|timeout|oom)-.*"))
          .count();
    }
  }

  private long report() {
    System.out.println("in all:");
    turns.stream().map(Turn::target).distinct().forEach(this::reportOf);
    Turn all = turns.stream().reduce(new Turn("", 0, 0, 0), Turn::plus);
    System.out.println(all);
    return all.found();
  }

  private void reportOf(String target) {
    turns.stream()
        .filter(it -> it.target().equals(target))
        .reduce(Turn::plus)
        .ifPresent(System.out::println);
  }
}
