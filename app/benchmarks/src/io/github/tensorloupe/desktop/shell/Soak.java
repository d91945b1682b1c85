package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.benchmark.SparseModel;
import io.github.tensorloupe.benchmark.TrainedProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Lets a [RandomUser] use the window of the built program for a given time.
public final class Soak {

  private Soak() {}

  /// @param options the built program (`bin/tensorloupe`); optionally the minutes (default 60), the
  ///   seed (default 1), and the number of tensors (default 700), or several numbers for successive
  ///   windows
  /// @throws Exception if the program cannot be started
  public static void main(String[] options) throws Exception {
    String minutes = options.length > 1 ? options[1] : "60";
    String seed = options.length > 2 ? options[2] : "1";
    List<String> sizes =
        options.length > 3 ? List.of(options).subList(3, options.length) : List.of("700");
    Path folder = Files.createTempDirectory("soak");
    int exitCode = 0;
    try {
      Path files = folder.resolve("files");
      Path dataFolder = Files.createDirectory(folder.resolve("kept"));
      prepare(dataFolder, files, sizes.getFirst(), "0", seed);
      TrainedProgram program =
          new TrainedProgram(Path.of(options[0]), dataFolder, SoakWindow.Main.class);
      for (String tensors : sizes) {
        program.deleteSettings();
        prepare(dataFolder, files, tensors, minutes, seed);
        System.out.printf("%s tensors, %s minutes, seed %s%n", tensors, minutes, seed);
        exitCode = Math.max(exitCode, run(program, dataFolder));
      }
    } finally {
      SparseModel.deleteFolder(folder);
    }
    System.exit(exitCode);
  }

  private static void prepare(
      Path dataFolder, Path files, String tensors, String minutes, String seed) throws IOException {
    new SoakFiles(files, Integer.parseInt(tensors)).restore();
    Files.write(
        dataFolder.resolve(SoakWindow.PARAMETER_FILE),
        List.of(files.toString(), tensors, minutes, seed));
  }

  private static int run(TrainedProgram program, Path dataFolder)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        program.start(List.of()).redirectOutput(ProcessBuilder.Redirect.INHERIT);
    // Prevents the program from finding and starting programs of the desktop.
    builder.environment().put("PATH", dataFolder.toString());
    return builder.start().waitFor();
  }
}
