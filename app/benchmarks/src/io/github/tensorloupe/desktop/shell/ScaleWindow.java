package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.benchmark.SetRatios;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.values.ValuesView;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.DocumentEdits.Edited;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.MetadataEdits;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.shell.FxWaits.Wait;
import io.github.tensorloupe.edit.Entry;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorFile;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.application.Application;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;
import javafx.stage.Stage;
import javafx.util.Duration;

/// The program with a user who opens a large checkpoint, selects each pane, and then applies
/// operations to all rows at once. Prints a line for each step.
public final class ScaleWindow extends App {

  /// The cost of a step.
  ///
  /// @param processorSeconds the processor time of all threads
  /// @param isStopped whether the work was stopped because it took too long
  /// @param longestWait the longest time for which the FX thread was continuously busy
  /// @param heapMegabytes the heap usage after a collection
  record Step(
      double seconds,
      double processorSeconds,
      boolean isStopped,
      Wait longestWait,
      long heapMegabytes) {

    static Step parse(String[] words) {
      return new Step(
          Double.parseDouble(words[1]),
          Double.parseDouble(words[2]),
          Boolean.parseBoolean(words[3]),
          Wait.parse(words[4], words[5]),
          Long.parseLong(words[6]));
    }

    void print(String name) {
      String printed = longestWait.printed().replace(' ', '\t');
      System.out.printf(
          "%s\t%.3f\t%.3f\t%s\t%s\t%d%n",
          name, seconds, processorSeconds, isStopped, printed, heapMegabytes);
      System.out.flush();
    }
  }

  /// @param untilShown whether it ends as soon as the document is shown, even if jobs are running
  private record Deed(String name, boolean untilShown, Runnable code) {}

  /// Scans of all values are not measured here.
  private static final Duration TIMEOUT = Duration.seconds(30);

  private static final Duration POLL_INTERVAL = Duration.millis(50);
  private static final int MIN_IDLE_POLLS = 8;

  private final Queue<Deed> actions = new ArrayDeque<>();
  private Workspace workspace;
  private FxWaits waits;
  private double processorBegin;

  /// JavaFX would start before the `main` method of a subclass of `Application`.
  public static final class Main {

    private Main() {}

    /// @param arguments the checkpoint, and the option of a training run, which does not change the
    ///   output
    public static void main(String[] arguments) {
      Application.launch(
          ScaleWindow.class,
          Stream.of(arguments).filter(each -> !each.startsWith("--")).toArray(String[]::new));
      System.exit(0);
    }
  }

  @Override
  public void start(Stage stage) {
    MemoryWindow.haltOnFault();
    waits = new FxWaits();
    super.start(stage);
    workspace = firstWorkspace();
    add("its scan in the background", () -> {});
    Panes.ALL.stream()
        .forEach(
            pane -> {
              if (pane.equals(ValuesView.DESCRIPTOR)) {
                add("select a tensor", () -> selection().select(checkpoint().tensors().getFirst()));
              }
              add("pane " + pane.id(), pane.command());
            });
    add("bytes", Command.SHOW_BYTES);
    add("expand all", Command.EXPAND_ALL);
    add("filter the tree", () -> type("#tree-filter", "w1"));
    add("palette", Command.PALETTE);
    add("search in the palette", () -> type("#palette-text", "w1"));
    add("close the palette", Command.PALETTE);
    add("metadata again", Command.SHOW_METADATA);
    add("select all entries", this::selectAllEntries);
    add(
        "set one entry",
        () -> edit(edits -> edits.setValue(edits.entries().getFirst().id(), "changed")));
    add("remove half of the entries", () -> edit(ScaleWindow::removeHalf));
    add("undo", Command.UNDO);
    add("redo", Command.REDO);
    add("review of the save", Command.SAVE);
    add("save", () -> find("#save-save", Button.class).ifPresent(Button::fire));
    measure(new Deed("open", true, () -> {}));
  }

  private void selectAllEntries() {
    find("#metadata-table", TableView.class)
        .ifPresent(table -> table.getSelectionModel().selectAll());
  }

  private static void removeHalf(MetadataEdits edits) {
    edits.delete(
        edits.entries().stream()
            .limit((edits.entries().size() + 1) / 2)
            .map(Entry::id)
            .collect(Collectors.toSet()));
  }

  private void add(String name, Command command) {
    add(name, () -> workspace.context.commands().run(command));
  }

  private void add(String name, Runnable code) {
    actions.add(new Deed(name, false, code));
  }

  private Selection selection() {
    return workspace.context.selection();
  }

  private Checkpoint checkpoint() {
    return selection().openDocument().orElseThrow().checkpoint();
  }

  private <T extends Node> Optional<T> find(String selector, Class<T> type) {
    return Optional.ofNullable(workspace.view.getScene().lookup(selector)).map(type::cast);
  }

  private void type(String selector, String text) {
    find(selector, TextInputControl.class).ifPresent(field -> field.setText(text));
  }

  private void edit(Consumer<MetadataEdits> change) {
    DocumentEdits edits = workspace.context.edits();
    TensorFile file = checkpoint().files().getFirst();
    Edited edited = edits.of(checkpoint().files(), file.header().metadata().orElse(Metadata.EMPTY));
    if (!edited.edits().entries().isEmpty()) {
      edits.edit(edited, change);
    }
  }

  private void measure(Deed action) {
    waits.reset();
    processorBegin = SetRatios.processorSeconds();
    long beginNanos = System.nanoTime();
    action.code().run();
    awaitEnd(action, beginNanos, System.nanoTime(), 0);
  }

  /// Waits until no job has been running for several checks, because a job may start another one.
  private void awaitEnd(Deed action, long beginNanos, long idleNanos, int idlePolls) {
    FxWaits.after(
        POLL_INTERVAL,
        () -> {
          boolean isShown =
              !(selection().documentProperty().get() instanceof DocumentState.Opening);
          boolean isIdle =
              isShown && (action.untilShown() || workspace.context.jobs().running().isEmpty());
          long now = System.nanoTime();
          boolean isStopped = now - beginNanos > TIMEOUT.toMillis() * 1_000_000;
          if (isStopped || isIdle && idlePolls == MIN_IDLE_POLLS) {
            if (isStopped) {
              workspace.context.jobs().cancelAll();
            }
            long endNanos = isIdle ? idleNanos : now;
            FxWaits.after(POLL_INTERVAL, () -> end(action, endNanos - beginNanos, !isIdle));
          } else {
            awaitEnd(action, beginNanos, isIdle ? idleNanos : now, isIdle ? idlePolls + 1 : 0);
          }
        });
  }

  private void end(Deed action, long nanos, boolean isStopped) {
    double processorSeconds = SetRatios.processorSeconds() - processorBegin;
    Wait wait = waits.longest();
    System.gc();
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    new Step(nanos / 1e9, processorSeconds, isStopped, wait, heap >> 20).print(action.name());
    Deed next = actions.poll();
    if (next == null) {
      workspace.context.commands().run(Command.QUIT);
    } else {
      measure(next);
    }
  }
}
