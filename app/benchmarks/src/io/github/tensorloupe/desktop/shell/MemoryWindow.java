package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.model.TensorRef;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Random;
import javafx.animation.KeyFrame;
import javafx.animation.PauseTransition;
import javafx.animation.Timeline;
import javafx.application.Application;
import javafx.stage.Stage;
import javafx.util.Duration;

/// The program with a user who clicks around: tensors, panes, distant positions in the file,
/// themes.
public final class MemoryWindow extends App {

  /// The system property with the number of seconds to click.
  static final String SECONDS = "memory.seconds";

  private static final Duration BETWEEN_CLICKS = Duration.millis(250);
  private static final List<Command> PANES =
      List.of(
          Command.SHOW_OVERVIEW,
          Command.SHOW_METADATA,
          Command.SHOW_VALUES,
          Command.SHOW_HEATMAP,
          Command.SHOW_HISTOGRAM,
          Command.SHOW_PROBLEMS,
          Command.SHOW_LAYERS,
          Command.EXPAND_ALL,
          Command.GO_BACK,
          Command.THEME_DARK,
          Command.THEME_LIGHT);

  private final Random random = new Random(1);

  /// Starts the window. JavaFX would start before the `main` method of a subclass of `Application`.
  static final class Main {

    private Main() {}

    /// @param arguments the file
    public static void main(String[] arguments) {
      Application.launch(MemoryWindow.class, arguments);
      System.exit(0);
    }
  }

  /// Ends the process with a distinct exit code if the calling thread fails.
  static void haltOnFault() {
    Thread.currentThread()
        .setUncaughtExceptionHandler(
            (_, failure) -> {
              failure.printStackTrace();
              Runtime.getRuntime().halt(1);
            });
  }

  @Override
  public void start(Stage stage) {
    haltOnFault();
    super.start(stage);
    Workspace workspace = firstWorkspace();
    PauseTransition opening = new PauseTransition(Duration.seconds(3));
    opening.setOnFinished(
        _ -> {
          say("opened");
          clickAround(workspace, Integer.getInteger(SECONDS));
        });
    opening.play();
  }

  private void clickAround(Workspace workspace, int seconds) {
    Timeline clicks = new Timeline(new KeyFrame(BETWEEN_CLICKS, _ -> clickSomewhere(workspace)));
    clicks.setCycleCount((int) (seconds * 1000 / BETWEEN_CLICKS.toMillis()));
    clicks.setOnFinished(_ -> finish(workspace));
    clicks.play();
  }

  private void clickSomewhere(Workspace workspace) {
    Selection selection = workspace.context.selection();
    FileDocument document = selection.openDocument().orElseThrow();
    List<TensorRef> tensors = document.checkpoint().tensors();
    TensorRef tensor = tensors.get(random.nextInt(tensors.size()));
    switch (random.nextInt(3)) {
      case 0 -> selection.select(tensor);
      case 1 -> workspace.context.commands().run(PANES.get(random.nextInt(PANES.size())));
      default ->
          selection.placeCaret(tensor.file(), random.nextLong(tensor.file().bytes().length()));
    }
  }

  private static void finish(Workspace workspace) {
    say("after clicking");
    workspace.context.commands().run(Command.QUIT);
  }

  private static void say(String where) {
    long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    System.out.printf("%s, heap %d MB%n", where, used >> 20);
    System.out.flush();
    try {
      // The measuring process answers after it has read the memory.
      if (System.in.read() < 0) {
        Runtime.getRuntime().halt(1);
      }
    } catch (IOException e) {
      Runtime.getRuntime().halt(1);
    }
  }
}
