package io.github.tensorloupe.benchmark;

import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.shell.SetWindow;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import javafx.application.Platform;

/// Measures the time to open, filter, sort and expand a set of half a million tensors in 200
/// shards. The time to open is compared with the time of the reference library for the same number
/// of tensors. On a busy machine, the processor time is more reliable than the elapsed time.
public final class SetRatios {

  private static final int SHARDS = 200;
  private static final int TENSORS_PER_SHARD = 2500;
  private static final int WARM_UP_ROUNDS = 4;

  /// From the time of the reference library to parse 10,000 tensors with 110 bytes of header each,
  /// at best 6.0 ms. Its Python package 0.8.0 takes longer to open the 200 files of the sample: 340
  /// to 390 ms.
  private static final double REFERENCE_SECONDS_PER_TENSOR = 0.6e-6;

  private SetRatios() {}

  /// @param options the number of rounds (default 7)
  /// @throws Exception if the set cannot be written or read
  public static void main(String[] options) throws Exception {
    System.setProperty("glass.platform", "Headless");
    System.setProperty("prism.order", "sw");
    Platform.startup(() -> {});
    int rounds = options.length > 0 ? Integer.parseInt(options[0]) : 7;
    for (boolean indexed : new boolean[] {false, true}) {
      try (SetSample sample = new SetSample(SHARDS, TENSORS_PER_SHARD, indexed)) {
        String kind = indexed ? "with index, " : "without index, ";
        List<Path> shards = shardsOf(sample.folder());
        printOpening(kind + "headers, one thread", rounds, sample, () -> headers(shards));
        printOpening(kind + "headers, all threads", rounds, sample, () -> checkpoint(sample));
        printOpening(kind + "headers and tree", rounds, sample, () -> document(sample));
        SetWindow.measure(sample.folder(), rounds, indexed);
      }
    }
    Platform.exit();
  }

  private static List<Path> shardsOf(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".safetensors")).sorted().toList();
    }
  }

  private static Object headers(List<Path> shards) throws IOException {
    int count = 0;
    for (Path shard : shards) {
      try (TensorFile file = TensorFile.open(shard)) {
        count += file.header().tensors().size();
      }
    }
    return count;
  }

  private static Object checkpoint(SetSample sample) throws IOException {
    try (Checkpoint checkpoint =
        Checkpoint.open(sample.folder(), Cancellation.NEVER, Progress.NONE)) {
      return checkpoint.tensors().size();
    }
  }

  private static Object document(SetSample sample) throws IOException {
    try (FileDocument document =
        FileDocument.of(
            Checkpoint.open(sample.folder(), Cancellation.NEVER, Progress.NONE),
            List.of(),
            List::of)) {
      return document.tree().size();
    }
  }

  private static void printOpening(
      String title, int rounds, SetSample sample, Callable<Object> opening) throws Exception {
    double[] times = new double[rounds];
    double[] processorTimes = new double[rounds];
    double first = seconds(opening);
    for (int i = -WARM_UP_ROUNDS; i < rounds; i++) {
      double processorBegin = processorSeconds();
      double time = seconds(opening);
      if (i >= 0) {
        times[i] = time;
        processorTimes[i] = processorSeconds() - processorBegin;
      }
    }
    double reference = REFERENCE_SECONDS_PER_TENSOR * sample.tensorCount();
    System.out.printf(
        Locale.ROOT,
        "%-36s first %5.0f ms, then %5.0f ms (%.0f to %.0f), of processors %.0f ms, of %.0f ms for"
            + " the reference: median %.2f, best %.2f%n",
        title,
        first * 1e3,
        median(times) * 1e3,
        Arrays.stream(times).min().orElseThrow() * 1e3,
        Arrays.stream(times).max().orElseThrow() * 1e3,
        median(processorTimes) * 1e3,
        reference * 1e3,
        median(times) / reference,
        Arrays.stream(times).min().orElseThrow() / reference);
  }

  /// Returns the processor time of all threads of this process, including collector and compiler.
  public static double processorSeconds() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
  }

  public static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static double seconds(Callable<Object> work) throws Exception {
    long begin = System.nanoTime();
    work.call();
    return (System.nanoTime() - begin) / 1e9;
  }
}
