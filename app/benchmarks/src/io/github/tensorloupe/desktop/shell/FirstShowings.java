package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.benchmark.SparseModel;
import io.github.tensorloupe.benchmark.TrainedProgram;
import io.github.tensorloupe.desktop.command.Command;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javafx.animation.PauseTransition;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import javafx.util.Duration;

/// Measures the wait of the window when a pane, the palette or a panel is first shown: the longest
/// time that the FX thread was busy at a stretch, for each of them, as the median of some starts of
/// the built program with an AOT cache. The file has 700 tensors.
public final class FirstShowings {

  private static final int TENSORS = 700;
  private static final long HIDDEN = 256;

  private FirstShowings() {}

  /// @param options the built program (`bin/tensorloupe`), and how many starts; without, 5
  /// @throws Exception if the program cannot be started or fails
  public static void main(String[] options) throws Exception {
    int starts = options.length > 1 ? Integer.parseInt(options[1]) : 5;
    Path folder = Files.createTempDirectory("first-showings");
    try {
      Path file = folder.resolve("model.safetensors");
      SparseModel.write(file, SparseModel.layersFor(TENSORS), HIDDEN);
      Path kept = Files.createDirectory(folder.resolve("kept"));
      TrainedProgram program =
          new TrainedProgram(Path.of(options[0]), kept, Visits.Main.class, file.toString());
      Map<String, List<Long>> waits = new LinkedHashMap<>();
      for (int i = 0; i < starts; i++) {
        measure(program.start(List.of(file.toString())), waits);
      }
      print(waits);
    } finally {
      SparseModel.deleteFolder(folder);
    }
  }

  private static void measure(ProcessBuilder builder, Map<String, List<Long>> waits)
      throws Exception {
    Process process = builder.start();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] said = line.split(" ");
        waits.computeIfAbsent(said[0], _ -> new ArrayList<>()).add(Long.valueOf(said[1]));
      }
    }
    if (process.waitFor() != 0) {
      throw new IOException("The window ended with the exit code " + process.exitValue() + ".");
    }
  }

  private static void print(Map<String, List<Long>> waits) {
    Map<String, Long> medians = new LinkedHashMap<>();
    waits.forEach(
        (name, each) -> medians.put(name, each.stream().sorted().toList().get(each.size() / 2)));
    medians.forEach((name, wait) -> System.out.printf(Locale.ROOT, "%-20s %4d ms%n", name, wait));
    Map.Entry<String, Long> worst =
        medians.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    System.out.printf(Locale.ROOT, "worst: %s, %d ms%n", worst.getKey(), worst.getValue());
  }

  /// The program, with somebody who visits all that can be shown.
  public static final class Visits extends App {

    private static final Duration SETTLED = Duration.millis(1200);

    private final AtomicLong longestNanos = new AtomicLong();
    private final Queue<Command> visits = new ArrayDeque<>();

    /// JavaFX would start itself before the main method of an application.
    public static final class Main {

      private Main() {}

      /// @param arguments the file, and the mark of a training run, which prints all the same
      public static void main(String[] arguments) {
        Application.launch(
            Visits.class,
            Stream.of(arguments).filter(each -> !each.startsWith("--")).toArray(String[]::new));
        System.exit(0);
      }
    }

    @Override
    public void start(Stage stage) {
      MemoryWindow.haltOnFault();
      super.start(stage);
      Panes.ALL.forEach(pane -> visits.add(pane.command()));
      visits.addAll(
          List.of(
              Command.SHOW_BYTES,
              Command.FIND_BYTES,
              Command.PALETTE,
              Command.SETTINGS,
              Command.SHORTCUTS,
              Command.USER_GUIDE,
              Command.ABOUT,
              Command.EXPORT,
              Command.EDIT_MANY_FILES,
              Command.SHOW_JOBS));
      Thread.ofPlatform().daemon().start(this::watch);
      after(Duration.seconds(3), () -> visitNext(firstWorkbench()));
    }

    /// Asks the FX thread for a sign, again and again, and notes the longest wait for one.
    private void watch() {
      while (true) {
        long begin = System.nanoTime();
        AtomicLong answered = new AtomicLong();
        Platform.runLater(() -> answered.set(System.nanoTime()));
        while (answered.get() == 0) {
          pause();
        }
        longestNanos.accumulateAndGet(answered.get() - begin, Math::max);
        pause();
      }
    }

    private static void pause() {
      try {
        TimeUnit.MILLISECONDS.sleep(1);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private static void after(Duration pause, Runnable action) {
      PauseTransition waiting = new PauseTransition(pause);
      waiting.setOnFinished(_ -> action.run());
      waiting.play();
    }

    private void visitNext(Workbench workbench) {
      Command command = visits.poll();
      if (command == null) {
        workbench.window().commands().run(Command.QUIT);
        return;
      }
      if (command == Command.SHOW_VALUES) {
        workbench.selectTensor("model.layers.0.self_attn.q_proj.weight");
      }
      longestNanos.set(0);
      workbench.window().commands().run(command);
      after(
          SETTLED,
          () -> {
            System.out.printf("%s %d%n", command.id(), longestNanos.get() / 1_000_000);
            // Closes a panel.
            workbench.view().getScene().getFocusOwner().fireEvent(escape());
            after(SETTLED.divide(4), () -> visitNext(workbench));
          });
    }

    private static KeyEvent escape() {
      return new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.ESCAPE, false, false, false, false);
    }
  }
}
