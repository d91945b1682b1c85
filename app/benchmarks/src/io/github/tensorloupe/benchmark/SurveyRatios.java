package io.github.tensorloupe.benchmark;

import io.github.tensorloupe.format.Dtype;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// Measures the speed of a survey of a folder of checkpoints, relative to `cat` of the same files,
/// and the number of processors that the survey uses. Linux only.
public final class SurveyRatios {

  private static final int FILES = 8;
  private static final int TENSORS_PER_FILE = 16;
  private static final int ROW = 4096;

  private final String program;
  private final Path folder;
  private final List<Path> files = new ArrayList<>();

  private SurveyRatios(String program, Path folder) {
    this.program = program;
    this.folder = folder;
  }

  /// Creates files in the temporary folder and deletes them afterwards.
  ///
  /// @param options the built program (`bin/tensorloupe`); the number of pairs, at least 5; and the
  ///   number of 8 MiB pieces of a tensor (default 4, which results in 4 GiB)
  /// @throws Exception if the files cannot be written, or the program or a tool fails
  public static void main(String[] options) throws Exception {
    Path folder = Files.createTempDirectory("survey");
    try {
      SurveyRatios survey = new SurveyRatios(options[0], folder);
      survey.write(options.length > 2 ? Integer.parseInt(options[2]) : 4);
      survey.measure(Integer.parseInt(options[1]));
    } finally {
      SparseModel.deleteFolder(folder);
    }
  }

  private void write(int pieces) throws IOException {
    byte[] piece = ScanSample.normal(Dtype.BF16);
    long tensorBytes = (long) pieces * piece.length;
    String shape = "[%d,%d]".formatted(tensorBytes / 2 / ROW, ROW);
    List<String> members = new ArrayList<>();
    for (int i = 0; i < TENSORS_PER_FILE; i++) {
      long begin = i * tensorBytes;
      members.add(BenchmarkFile.entry("t" + i, "BF16", shape, begin, begin + tensorBytes));
    }
    Files.createDirectory(folder.resolve("models"));
    for (int i = 0; i < FILES; i++) {
      Path file = folder.resolve("models", i + ".safetensors");
      BenchmarkFile.writeSparse(file, members, 0);
      try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
        for (int left = TENSORS_PER_FILE * pieces; left > 0; left--) {
          out.write(piece);
        }
      }
      files.add(file);
    }
  }

  private void measure(int pairs) throws Exception {
    long bytes = 0;
    for (Path file : files) {
      bytes += Files.size(file);
    }
    Ratios ratios = new Ratios(bytes, pairs);
    for (String values : List.of("health", "stats")) {
      ratios.print(values + ", from the disk", this::drop, () -> survey(values), this::cat);
      ratios.print(values + ", from the page cache", () -> survey(values), this::cat);
      System.out.println(values + ", processors kept busy: " + busy(values));
    }
  }

  private Void drop() throws IOException, InterruptedException {
    for (Path file : files) {
      Tools.dropFromCache(file);
    }
    return null;
  }

  private List<String> surveying(String values) throws IOException {
    Path out = folder.resolve("survey.jsonl");
    Files.deleteIfExists(out);
    String models = folder.resolve("models").toString();
    return List.of(program, "survey", models, "--out", out.toString(), "--values", values);
  }

  private String survey(String values) throws IOException, InterruptedException {
    return Tools.output(surveying(values));
  }

  /// Returns the processor time of a survey from the page cache, divided by its elapsed time.
  private String busy(String values) throws IOException, InterruptedException {
    String line = String.join(" ", surveying(values)) + " > " + folder.resolve("printed.txt");
    String[] seconds =
        Tools.output(List.of("bash", "-c", "TIMEFORMAT='%R %U %S'; time " + line)).split(" ");
    double computed = Double.parseDouble(seconds[1]) + Double.parseDouble(seconds[2]);
    return "%.1f".formatted(computed / Double.parseDouble(seconds[0]));
  }

  private String cat() throws IOException, InterruptedException {
    String all = folder.resolve("models") + "/*.safetensors";
    return Tools.output(List.of("sh", "-c", "cat " + all + " > /dev/null"));
  }
}
