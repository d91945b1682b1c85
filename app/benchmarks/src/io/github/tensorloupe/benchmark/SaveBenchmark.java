package io.github.tensorloupe.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Compares a save that copies the whole file with `cp` and `sync` of the same file, and measures a
/// save that writes only the header of a large file. Linux only.
///
/// The two alternate, each as a separate process, from the same state of the page cache. The start
/// of the virtual machine is included.
public final class SaveBenchmark {

  private static final String MAX_HEAP = "-Xmx64m";
  private static final long SPARSE_BYTES = 10_000_000_000L;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Path file;
  private final Path copy;
  private final boolean isCached;

  private SaveBenchmark(Path folder, boolean isCached) {
    this.file = folder.resolve("rewritten.safetensors");
    this.copy = folder.resolve("copied.safetensors");
    this.isCached = isCached;
  }

  /// Creates files in a folder and deletes them afterwards.
  ///
  /// @param arguments the folder; gigabytes to copy (default 4); pairs (default 5); `cached` if the
  ///   file should be in the cache before each copy, or `uncached` (the default)
  public static void main(String[] arguments) throws IOException, InterruptedException {
    List<String> argumentList = List.of(arguments);
    Path folder = Files.createTempDirectory(Path.of(argumentList.getFirst()), "save-benchmark");
    double gigabytes = argumentList.size() > 1 ? Double.parseDouble(argumentList.get(1)) : 4;
    int pairs = argumentList.size() > 2 ? Integer.parseInt(argumentList.get(2)) : 5;
    SaveBenchmark benchmark = new SaveBenchmark(folder, argumentList.contains("cached"));
    try {
      measureInPlace(folder.resolve("sparse.safetensors"));
      BenchmarkFile.writeFull(benchmark.file, (long) (gigabytes * 1e9));
      benchmark.measureRewrite(pairs);
    } finally {
      try (var left = Files.list(folder)) {
        for (Path each : left.toList()) {
          Files.delete(each);
        }
      }
      Files.delete(folder);
    }
  }

  private static void measureInPlace(Path sparse) throws IOException, InterruptedException {
    BenchmarkFile.writeSparse(sparse, SPARSE_BYTES);
    for (int i = 0; i < 3; i++) {
      System.out.println(text(Tools.output(saving(sparse, 100))));
    }
    Files.delete(sparse);
  }

  private void measureRewrite(int pairs) throws IOException, InterruptedException {
    List<Double> ratios = new ArrayList<>();
    for (int pair = 0; pair < pairs; pair++) {
      long copied;
      Saved saved;
      if (pair % 2 == 0) {
        copied = copyMillis();
        saved = save();
      } else {
        saved = save();
        copied = copyMillis();
      }
      double ratio = (double) saved.processMillis() / copied;
      ratios.add(ratio);
      System.out.printf(
          Locale.ROOT,
          "cp and sync %,7d ms, save %,7d ms, ratio %.3f; %s%n",
          copied,
          saved.processMillis(),
          ratio,
          text(saved.output()));
    }
    System.out.printf(
        Locale.ROOT,
        "median ratio %.3f of %d pairs, %s%n",
        ratios.stream().sorted().toList().get(pairs / 2),
        pairs,
        isCached ? "cached" : "uncached");
  }

  private static String text(String output) {
    String[] words = output.split(" ");
    return String.format(
        Locale.ROOT,
        "%s: %,d ms from opening to saved, %,d bytes written (%,d planned), peak heap %,d bytes",
        words[0],
        Long.parseLong(words[1]),
        Long.parseLong(words[2]),
        Long.parseLong(words[3]),
        Long.parseLong(words[4]));
  }

  private long copyMillis() throws IOException, InterruptedException {
    prepareCache();
    String from = file.toString();
    String to = copy.toString();
    long start = System.nanoTime();
    Tools.output(List.of("cp", "--reflink=never", "--sparse=never", from, to));
    Tools.output(List.of("sync", to));
    long millis = millisSince(start);
    Files.delete(copy);
    return millis;
  }

  private record Saved(long processMillis, String output) {}

  private Saved save() throws IOException, InterruptedException {
    prepareCache();
    long start = System.nanoTime();
    String output = Tools.output(saving(file, 10_000));
    return new Saved(millisSince(start), output);
  }

  private static long millisSince(long nanos) {
    return (System.nanoTime() - nanos) / NANOS_PER_MILLI;
  }

  private static List<String> saving(Path file, int addition) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        MAX_HEAP,
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        System.getProperty("java.class.path"),
        MeasuredSave.class.getName(),
        file.toString(),
        Integer.toString(addition));
  }

  /// Flushes the disk, and then reads the file into the cache or drops it from the cache.
  private void prepareCache() throws IOException, InterruptedException {
    Tools.dropFromCache(file);
    if (isCached) {
      Tools.output(List.of("dd", "if=" + file, "of=/dev/null", "bs=1M"));
    }
  }
}
