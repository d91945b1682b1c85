package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.selection.Selection;
import javafx.util.Duration;

/// The program in an [AotTraining] run: the usual window, turned to every pane and then closed.
public final class AotTrainingApp extends App {

  /// In this time what a step has changed is laid out and drawn.
  private static final Duration BETWEEN_STEPS = Duration.millis(150);

  /// Everything that needs no answer and shows something.
  private static final List<Command> SHOWN =
      Stream.of(
              Stream.of(Command.EXPAND_ALL),
              Panes.ALL.stream().skip(1).map(PaneDescriptor::command),
              Stream.of(
                  Command.FIND_BYTES,
                  Command.SHOW_BYTES,
                  Command.SCAN_VALUES,
                  Command.THEME_DARK,
                  Command.SHOW_OVERVIEW,
                  Command.FILTER,
                  Command.THEME_LIGHT,
                  Command.COLLAPSE_ALL,
                  Command.GO_BACK))
          .flatMap(Function.identity())
          .toList();

  private final Queue<Runnable> steps = new ArrayDeque<>();

  @Override
  public void start(Stage stage) {
    Thread.currentThread()
        .setUncaughtExceptionHandler(
            (_, failure) -> {
              failure.printStackTrace();
              AotTraining.fail(AotTraining.FAILED, "A step of the AOT training run failed.");
            });
    super.start(stage);
    Workbench workbench = firstWorkbench();
    Selection selection = workbench.selection();
    SHOWN.forEach(command -> steps.add(() -> workbench.run(command)));
    steps.add(
        () ->
            selection.select(
                selection.openDocument().orElseThrow().checkpoint().tensors().getFirst()));
    SHOWN.forEach(command -> steps.add(() -> workbench.run(command)));
    steps.add(() -> workbench.run(Command.NEW_WINDOW));
    steps.add(workbench::openDemo);
    steps.add(() -> workbench.run(Command.EXPAND_ALL));
    steps.add(() -> workbench.run(Command.CLOSE));
    steps.add(() -> workbench.run(Command.QUIT));
    takeNext(workbench);
  }

  private void takeNext(Workbench workbench) {
    PauseTransition pause = new PauseTransition(BETWEEN_STEPS);
    Runnable step =
        () -> {
          steps.remove().run();
          if (!steps.isEmpty()) {
            takeNext(workbench);
          }
        };
    pause.setOnFinished(_ -> workbench.jobs().whenIdle(step));
    pause.play();
  }
}
