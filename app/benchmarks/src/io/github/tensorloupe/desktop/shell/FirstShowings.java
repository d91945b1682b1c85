package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.benchmark.SparseModel;
import io.github.tensorloupe.benchmark.TrainedProgram;
import io.github.tensorloupe.demo.DemoCheckpoints;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.metadata.MetadataPane;
import io.github.tensorloupe.desktop.pane.values.ValuesView;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.shell.FxWaits.Wait;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.stream.Stream;
import javafx.application.Application;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import javafx.util.Duration;

/// Measures how long the window blocks when a pane, the palette or a panel is first shown: for each
/// of them, the longest time for which the FX thread was continuously busy, as the median of
/// several starts of the built program with an AOT cache. The file has 700 tensors.
public final class FirstShowings {

  private static final int TENSORS = 700;
  private static final long HIDDEN = 256;
  private static final String SHARDS = "healthy-sharded";

  private FirstShowings() {}

  /// @param options the built program (`bin/tensorloupe`), and the number of starts (default 5)
  /// @throws Exception if the program cannot be started or fails
  public static void main(String[] options) throws Exception {
    int starts = options.length > 1 ? Integer.parseInt(options[1]) : 5;
    Path folder = Files.createTempDirectory("first-showings");
    try {
      Path file = folder.resolve("model.safetensors");
      SparseModel.write(file, SparseModel.layersFor(TENSORS), HIDDEN);
      DemoCheckpoints.write(folder, Cancellation.NEVER);
      Files.delete(folder.resolve(SHARDS).resolve("model.safetensors.index.json"));
      Path dataFolder = Files.createDirectory(folder.resolve("kept"));
      TrainedProgram program =
          new TrainedProgram(Path.of(options[0]), dataFolder, Visits.Main.class, file.toString());
      Map<String, List<Wait>> waits = new LinkedHashMap<>();
      for (int i = 0; i < starts; i++) {
        // Panes that an earlier start moved to the side or to another window would be shown
        // already.
        program.deleteSettings();
        measure(program.start(List.of(file.toString())), waits);
      }
      print(waits);
    } finally {
      SparseModel.deleteFolder(folder);
    }
  }

  private static void measure(ProcessBuilder builder, Map<String, List<Wait>> waits)
      throws Exception {
    Process process = builder.start();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] said = line.split(" ");
        waits.computeIfAbsent(said[0], _ -> new ArrayList<>()).add(Wait.parse(said[1], said[2]));
      }
    }
    if (process.waitFor() != 0) {
      throw new IOException("The window ended with the exit code " + process.exitValue() + ".");
    }
  }

  private static void print(Map<String, List<Wait>> waits) {
    Map<String, Wait> medians = new LinkedHashMap<>();
    waits.forEach((name, each) -> medians.put(name, Wait.quantile(each, 0.5)));
    medians.forEach((name, wait) -> System.out.printf("%-20s %s%n", name, wait));
    Map.Entry<String, Wait> worst =
        Collections.max(
            medians.entrySet(), Map.Entry.comparingByValue(Comparator.comparingLong(Wait::nanos)));
    System.out.printf("worst: %s, %s%n", worst.getKey(), worst.getValue());
  }

  /// The program with a user who visits everything that can be shown without opening a file.
  public static final class Visits extends App {

    private record Visit(String name, Runnable showing) {}

    private static final Duration SETTLED = Duration.millis(1200);

    /// The parts that a document without changes can show, in the order of the visits.
    private static final List<Command> SHOWN =
        List.of(
            Command.SHOW_BYTES,
            Command.FIND_BYTES,
            Command.GO_TO_OFFSET,
            Command.SHOW_STRINGS,
            Command.SHOW_BOOKMARKS,
            Command.ADD_BOOKMARK,
            Command.FILTER,
            Command.EXPAND_ALL,
            Command.PALETTE,
            Command.SETTINGS,
            Command.SHORTCUTS,
            Command.USER_GUIDE,
            Command.ABOUT,
            Command.EXPORT,
            Command.EDIT_MANY_FILES,
            Command.ALIGN_DATA,
            Command.SHOW_JOBS,
            Command.PANE_BESIDE,
            Command.PANE_WINDOW);

    private final Queue<Visit> visits = new ArrayDeque<>();
    private FxWaits waits;

    /// JavaFX would start before the `main` method of a subclass of `Application`.
    public static final class Main {

      private Main() {}

      /// @param arguments the file, and the option of a training run, which does not change the
      ///   output
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
      waits = new FxWaits();
      Workspace workspace = firstWorkspace();
      plan(workspace, Path.of(getParameters().getRaw().getFirst()).getParent());
      FxWaits.after(Duration.seconds(3), this::visitNext);
    }

    private void plan(Workspace workspace, Path folder) {
      Panes.ALL.forEach(
          pane -> {
            if (pane.equals(ValuesView.DESCRIPTOR)) {
              add("select-tensor", () -> workspace.selectTensor("model.norm.weight"));
            }
            add(workspace, pane.command());
            if (pane.equals(MetadataPane.DESCRIPTOR)) {
              add("model-card", () -> press(workspace, "#metadata-mode-card"));
            }
          });
      SHOWN.forEach(command -> add(workspace, command));
      add("edit", () -> edit(workspace));
      add(workspace, Command.SAVE);
      add(workspace, Command.DISCARD_CHANGES);
      // Asks whether to save the change.
      add(workspace, Command.CLOSE);
      add(
          "start-page",
          () -> {
            workspace.context.commands().run(Command.UNDO);
            workspace.context.commands().run(Command.CLOSE);
          });
      add("open-truncated", () -> last().dropped(List.of(folder.resolve("truncated.safetensors"))));
      add(Command.SALVAGE.id(), () -> last().context.commands().run(Command.SALVAGE));
      add("open-shards", () -> last().dropped(List.of(folder.resolve(SHARDS))));
      add(Command.WRITE_INDEX.id(), () -> last().context.commands().run(Command.WRITE_INDEX));
    }

    private Workspace last() {
      return workspaces().getLast();
    }

    private void add(String name, Runnable showing) {
      visits.add(new Visit(name, showing));
    }

    private void add(Workspace workspace, Command command) {
      add(command.id(), () -> workspace.context.commands().run(command));
    }

    private static void edit(Workspace workspace) {
      DocumentEdits edits = workspace.context.edits();
      Checkpoint checkpoint =
          workspace.context.selection().openDocument().orElseThrow().checkpoint();
      TensorFile file = checkpoint.files().getFirst();
      edits.edit(
          edits.of(checkpoint.files(), file.header().metadata().orElseThrow()),
          each -> each.setValue(each.entries().getFirst().id(), "changed"));
    }

    private static void press(Workspace workspace, String selector) {
      ((ButtonBase) workspace.view.getScene().lookup(selector)).fire();
    }

    private void visitNext() {
      Visit visit = visits.poll();
      if (visit == null) {
        last().context.commands().run(Command.QUIT);
        return;
      }
      waits.reset();
      visit.showing().run();
      FxWaits.after(
          SETTLED,
          () -> {
            System.out.println(visit.name() + " " + waits.longest().printed());
            // Closes a panel.
            escape(last().view.getScene());
            FxWaits.after(SETTLED.divide(4), this::visitNext);
          });
    }

    private static void escape(Scene scene) {
      Optional.ofNullable(scene.getFocusOwner())
          .orElse(scene.getRoot())
          .fireEvent(
              new KeyEvent(
                  KeyEvent.KEY_PRESSED, "", "", KeyCode.ESCAPE, false, false, false, false));
    }
  }
}
