package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.benchmark.SparseModel;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Measures the memory of the window after it has opened a checkpoint of more than 100 GB and after
/// a minute of clicks: the resident memory, and its part outside the page cache. Linux only,
/// because it reports the two separately.
///
/// If `DISPLAY` is set, the window is shown there.
public final class MemoryRun {

  private static final int LAYERS = 80;
  private static final long HIDDEN = 8192;

  private MemoryRun() {}

  /// @param options the folder with the options of the program's virtual machine
  ///   (`app/desktop/src/main/launch`), and the seconds of clicks (default 60)
  /// @throws Exception if the window cannot be opened or fails
  public static void main(String[] options) throws Exception {
    int seconds = options.length > 1 ? Integer.parseInt(options[1]) : 60;
    Path folder = Files.createTempDirectory("memory-run");
    Path file = folder.resolve("model.safetensors");
    try {
      SparseModel.write(file, LAYERS, HIDDEN);
      System.out.printf(Locale.ROOT, "%.0f GB, %d s%n", Files.size(file) / 1e9, seconds);
      watch(start(Path.of(options[0]), folder, file, seconds));
    } finally {
      SparseModel.deleteFolder(folder);
    }
  }

  private static Process start(Path launch, Path folder, Path file, int seconds)
      throws IOException {
    boolean hasDisplay = !System.getenv().getOrDefault("DISPLAY", "").isEmpty();
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.add("@" + launch.resolve("java.options"));
    line.add("@" + launch.resolve("window.options"));
    // On the class path, all classes are in the unnamed module.
    line.add("--enable-native-access=ALL-UNNAMED");
    if (!hasDisplay) {
      line.addAll(List.of("-Dglass.platform=Headless", "-Dprism.order=sw"));
    }
    line.add("-D" + MemoryWindow.SECONDS + "=" + seconds);
    line.addAll(List.of("-cp", System.getProperty("java.class.path")));
    line.addAll(List.of(MemoryWindow.Main.class.getName(), file.toString()));
    ProcessBuilder builder =
        new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("HOME", folder.toString());
    builder.environment().put("MALLOC_ARENA_MAX", "2");
    builder.environment().keySet().removeIf(name -> name.startsWith("XDG_"));
    return builder.start();
  }

  /// Prints the memory of the process for each line that the window prints, and then lets it
  /// continue.
  private static void watch(Process process) throws Exception {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String said = lines.readLine(); said != null; said = lines.readLine()) {
        System.out.printf("%-40s %s%n", said, memoryOf(process.pid()));
        process.outputWriter().write("\n");
        process.outputWriter().flush();
      }
    }
    if (process.waitFor() != 0) {
      throw new IOException("The window ended with the exit code " + process.exitValue() + ".");
    }
  }

  private static String memoryOf(long process) throws IOException {
    long resident = 0;
    long ofFiles = 0;
    for (String line : Files.readAllLines(Path.of("/proc/" + process + "/status"))) {
      if (line.startsWith("VmRSS:")) {
        resident = kilobytes(line);
      } else if (line.startsWith("RssFile:")) {
        ofFiles = kilobytes(line);
      }
    }
    return "resident %d MB, of them beyond the page cache %d MB"
        .formatted(resident / 1024, (resident - ofFiles) / 1024);
  }

  private static long kilobytes(String line) {
    return Long.parseLong(line.replaceAll("\\D", ""));
  }
}
