package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.benchmark.SparseModel;
import io.github.tensorloupe.benchmark.TrainedProgram;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.shell.FxWaits.Wait;
import io.github.tensorloupe.model.TensorRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javafx.application.Application;
import javafx.event.Event;
import javafx.scene.Scene;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import javafx.util.Duration;

/// Measures how long the window blocks when the selection moves between tensors in a file of
/// 500,000 tensors: in the first moves after opening, and during a scan of all values. The figure
/// for each move is the longest time for which the FX thread was continuously busy, in the built
/// program with an AOT cache.
public final class SelectionWaits {

  private static final int TENSORS = 500_000;
  private static final long HIDDEN = 64;

  private SelectionWaits() {}

  /// @param options the built program (`bin/tensorloupe`), and the number of starts (default 3)
  /// @throws Exception if the program cannot be started or fails
  public static void main(String[] options) throws Exception {
    int starts = options.length > 1 ? Integer.parseInt(options[1]) : 3;
    Path folder = Files.createTempDirectory("selection-waits");
    try {
      Path file = folder.resolve("model.safetensors");
      SparseModel.write(file, SparseModel.layersFor(TENSORS), HIDDEN);
      Path dataFolder = Files.createDirectory(folder.resolve("kept"));
      TrainedProgram program =
          new TrainedProgram(Path.of(options[0]), dataFolder, Moves.Main.class, file.toString());
      for (int i = 0; i < starts; i++) {
        Process process =
            program
                .start(List.of(file.toString()))
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (process.waitFor() != 0) {
          throw new IOException("The window ended with exit code " + process.exitValue() + ".");
        }
      }
    } finally {
      SparseModel.deleteFolder(folder);
    }
  }

  /// The program with a user who moves the selection down.
  public static final class Moves extends App {

    /// The shortest time in which a user reacts to a change on the screen.
    private static final Duration REACTION = Duration.millis(300);

    private static final Duration BETWEEN_MOVES = Duration.millis(150);
    private static final int FIRST_MOVES = 60;
    private static final int MOVES_IN_SCAN = 120;

    private final List<Wait> moves = new ArrayList<>();
    private FxWaits waits;
    private Scene scene;
    private int selected;

    /// JavaFX would start before the `main` method of a subclass of `Application`.
    public static final class Main {

      private Main() {}

      /// @param arguments the file, and the option of a training run, which does not change the
      ///   output
      public static void main(String[] arguments) {
        Application.launch(
            Moves.class,
            Stream.of(arguments).filter(each -> !each.startsWith("--")).toArray(String[]::new));
        System.exit(0);
      }
    }

    @Override
    public void start(Stage stage) {
      MemoryWindow.haltOnFault();
      super.start(stage);
      scene = stage.getScene();
      Selection selection = firstWorkspace().context.selection();
      whenPainted(stage.getScene(), selection, () -> FxWaits.after(REACTION, this::begin));
    }

    private void begin() {
      waits = new FxWaits();
      move(
          FIRST_MOVES,
          () -> {
            print("after opening");
            firstWorkspace().context.commands().run(Command.SCAN_VALUES);
            move(
                MOVES_IN_SCAN,
                () -> {
                  print("during a scan");
                  firstWorkspace().context.commands().run(Command.QUIT);
                });
          });
    }

    private void move(int count, Runnable then) {
      Selection selection = firstWorkspace().context.selection();
      // A user moves the selection with keys, by which the program detects activity in the window.
      KeyEvent key =
          new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.SHIFT, true, false, false, false);
      Event.fireEvent(scene, key);
      waits.reset();
      List<TensorRef> tensors = selection.openDocument().orElseThrow().checkpoint().tensors();
      selection.select(tensors.get(selected++));
      FxWaits.after(
          BETWEEN_MOVES,
          () -> {
            moves.add(waits.longest());
            if (count > 1) {
              move(count - 1, then);
            } else {
              then.run();
            }
          });
    }

    private void print(String when) {
      System.out.printf(
          "%-14s %d moves: median %s, 90 %% %s, worst %s%n",
          when,
          moves.size(),
          Wait.quantile(moves, 0.5),
          Wait.quantile(moves, 0.9),
          Wait.quantile(moves, 1));
      moves.clear();
    }
  }
}
