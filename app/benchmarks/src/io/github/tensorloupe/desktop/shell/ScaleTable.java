package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.benchmark.ScaleSample;
import io.github.tensorloupe.benchmark.SparseModel;
import io.github.tensorloupe.benchmark.TrainedProgram;
import io.github.tensorloupe.desktop.shell.ScaleWindow.Step;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Measures the window with the largest checkpoints that users may have: for each pane and for
/// operations on many rows, the time until it is done, the longest wait of the FX thread, and the
/// heap usage afterwards. Each checkpoint is measured at a tenth of its size and at its full size,
/// which shows how the time grows.
public final class ScaleTable {

  private ScaleTable() {}

  /// @param options the built program (`bin/tensorloupe`), and the names of samples (default: all
  ///   samples)
  /// @throws Exception if the window cannot be started or fails
  public static void main(String[] options) throws Exception {
    List<ScaleSample> samples = new ArrayList<>();
    for (int i = 1; i < options.length; i++) {
      samples.add(ScaleSample.valueOf(options[i]));
    }
    Path folder = Files.createTempDirectory("scale");
    try {
      Path small = folder.resolve("small.safetensors");
      SparseModel.write(small, 1, 64);
      Path dataFolder = Files.createDirectory(folder.resolve("kept"));
      TrainedProgram program =
          new TrainedProgram(
              Path.of(options[0]), dataFolder, ScaleWindow.Main.class, small.toString());
      for (ScaleSample sample : samples.isEmpty() ? List.of(ScaleSample.values()) : samples) {
        Map<String, Step> tenth = measure(program, sample, false);
        print(sample, tenth, measure(program, sample, true));
      }
    } finally {
      SparseModel.deleteFolder(folder);
    }
  }

  private static void print(ScaleSample sample, Map<String, Step> tenth, Map<String, Step> full) {
    System.out.printf(
        Locale.ROOT,
        "%n%,d %s, at a tenth and in full%n%-28s %17s %17s %17s %17s%n",
        sample.fullCount(),
        sample.title(),
        "",
        "seconds",
        "of processors",
        "longest wait, ms",
        "heap held, MB");
    full.forEach(
        (name, step) -> {
          Step small = tenth.getOrDefault(name, step);
          System.out.printf(
              Locale.ROOT,
              "%-28s %7.2f %8.2f%s %8.2f %8.2f %8d %8d %8d %8d%n",
              name,
              small.seconds(),
              step.seconds(),
              step.isStopped() ? "+" : " ",
              small.processorSeconds(),
              step.processorSeconds(),
              small.longestWait().processorNanos() / 1_000_000,
              step.longestWait().processorNanos() / 1_000_000,
              small.heapMegabytes(),
              step.heapMegabytes());
        });
    System.out.flush();
  }

  private static Map<String, Step> measure(
      TrainedProgram program, ScaleSample sample, boolean isFull) throws Exception {
    Path folder = Files.createTempDirectory("scale-sample");
    try {
      Path opened = sample.write(folder, isFull);
      // Removes the session of the previous start.
      program.deleteSettings();
      Process process = program.start(List.of(opened.toString())).start();
      Map<String, Step> steps = new LinkedHashMap<>();
      try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          String[] said = line.split("\t");
          steps.put(said[0], Step.parse(said));
        }
      }
      if (process.waitFor() != 0) {
        throw new IOException("The window ended with the exit code " + process.exitValue() + ".");
      }
      return steps;
    } finally {
      SparseModel.deleteFolder(folder);
    }
  }
}
