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
      Path kept = Files.createDirectory(folder.resolve("kept"));
      prepare(kept, files, sizes.getFirst(), "0", seed);
      TrainedProgram program = new TrainedProgram(Path.of(options[0]), kept, SoakWindow.Main.class);
      for (String tensors : sizes) {
        program.forget();
        prepare(kept, files, tensors, minutes, seed);
        System.out.printf("%s tensors, %s minutes, seed %s%n", tensors, minutes, seed);
        exitCode = Math.max(exitCode, run(program, kept));
      }
    } finally {
      SparseModel.deleteFolder(folder);
    }
    System.exit(exitCode);
  }

  private static void prepare(Path kept, Path files, String tensors, String minutes, String seed)
      throws IOException {
    new SoakFiles(files, Integer.parseInt(tensors)).restore();
    Files.write(kept.resolve(SoakWindow.ORDERS), List.of(files.toString(), tensors, minutes, seed));
  }

  private static int run(TrainedProgram program, Path kept)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        program.start(List.of()).redirectOutput(ProcessBuilder.Redirect.INHERIT);
    // Prevents the program from finding and starting programs of the desktop.
    builder.environment().put("PATH", kept.toString());
    return builder.start().waitFor();
  }
}
