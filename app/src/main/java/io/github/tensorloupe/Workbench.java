package io.github.tensorloupe;

import io.github.tensorloupe.demo.DemoCheckpoints;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.ui.DetailPane;
import io.github.tensorloupe.ui.DocumentOpener;
import io.github.tensorloupe.ui.FileDialogs;
import io.github.tensorloupe.ui.MainView;
import io.github.tensorloupe.ui.command.Command;
import io.github.tensorloupe.ui.command.Commands;
import io.github.tensorloupe.ui.hex.HexView;
import io.github.tensorloupe.ui.hex.HexViewModel;
import io.github.tensorloupe.ui.histogram.HistogramView;
import io.github.tensorloupe.ui.histogram.HistogramViewModel;
import io.github.tensorloupe.ui.job.Jobs;
import io.github.tensorloupe.ui.metadata.MetadataView;
import io.github.tensorloupe.ui.metadata.MetadataViewModel;
import io.github.tensorloupe.ui.overview.OverviewView;
import io.github.tensorloupe.ui.overview.OverviewViewModel;
import io.github.tensorloupe.ui.problems.ProblemsView;
import io.github.tensorloupe.ui.problems.ProblemsViewModel;
import io.github.tensorloupe.ui.selection.DocumentState;
import io.github.tensorloupe.ui.selection.Selection;
import io.github.tensorloupe.ui.text.Messages;
import io.github.tensorloupe.ui.theme.Theme;
import io.github.tensorloupe.ui.tree.TensorTreeView;
import io.github.tensorloupe.ui.tree.TensorTreeViewModel;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.beans.binding.BooleanExpression;
import javafx.scene.Node;
import javafx.scene.image.Image;

/// The objects of one window, wired together. Belongs to the FX thread.
final class Workbench {

  /// What a window needs from the place that it is shown in.
  ///
  /// @param dialogs asks for files
  /// @param onTheme changes the look
  /// @param onQuit ends the program
  /// @param cacheFolder gives the folder that the demo checkpoint is written to
  record Surroundings(
      Supplier<FileDialogs> dialogs,
      Consumer<Theme> onTheme,
      Runnable onQuit,
      Callable<Path> cacheFolder) {}

  private final Surroundings surroundings;
  private final Messages messages = Messages.english();
  private final Jobs jobs = Jobs.onFxThread();
  private final Selection selection = new Selection();
  private final Commands commands = new Commands(messages);
  private final DocumentOpener opener = new DocumentOpener(selection, jobs, messages);
  private final MainView view;

  Workbench(Surroundings surroundings) {
    this.surroundings = surroundings;
    TensorTreeViewModel tree = new TensorTreeViewModel(selection, jobs, messages);
    bindCommands(tree);
    HistogramViewModel histogram = new HistogramViewModel(selection, jobs, messages);
    MainView.Parts parts =
        new MainView.Parts(
            new TensorTreeView(tree, messages),
            details(histogram),
            new HexView(new HexViewModel(selection, jobs, messages), messages),
            mark());
    view =
        new MainView(
            parts, selection, jobs, commands, messages, paths -> opener.open(paths.getFirst()));
    // Whoever looks at something else does not wait for values to be counted.
    histogram.activeProperty().bind(view.shown(DetailPane.HISTOGRAM));
  }

  private Map<DetailPane, Node> details(HistogramViewModel histogram) {
    return Map.of(
        DetailPane.OVERVIEW,
        new OverviewView(new OverviewViewModel(selection, jobs, messages), messages),
        DetailPane.METADATA,
        new MetadataView(new MetadataViewModel(selection, jobs, messages), messages),
        DetailPane.HISTOGRAM,
        new HistogramView(histogram, messages),
        DetailPane.PROBLEMS,
        new ProblemsView(new ProblemsViewModel(selection), messages));
  }

  private void bindCommands(TensorTreeViewModel tree) {
    BooleanExpression open =
        BooleanExpression.booleanExpression(
            selection.documentProperty().map(state -> state instanceof DocumentState.Open));
    BooleanExpression occupied =
        BooleanExpression.booleanExpression(
            selection.documentProperty().map(state -> !(state instanceof DocumentState.Empty)));
    commands.bind(
        Command.OPEN_FILE, () -> surroundings.dialogs().get().chooseFile().ifPresent(opener::open));
    commands.bind(
        Command.OPEN_FOLDER,
        () -> surroundings.dialogs().get().chooseFolder().ifPresent(opener::open));
    commands.bind(Command.OPEN_DEMO, this::openDemo);
    commands.bind(Command.CLOSE, opener::close, occupied);
    commands.bind(Command.QUIT, surroundings.onQuit());
    commands.bind(Command.EXPAND_ALL, tree::expandAll, open);
    commands.bind(Command.COLLAPSE_ALL, tree::collapseAll, open);
    commands.bind(Command.THEME_LIGHT, () -> surroundings.onTheme().accept(Theme.LIGHT));
    commands.bind(Command.THEME_DARK, () -> surroundings.onTheme().accept(Theme.DARK));
    commands.bind(Command.THEME_SYSTEM, () -> surroundings.onTheme().accept(Theme.SYSTEM));
  }

  /// Opens a path in this window.
  void open(Path path) {
    opener.open(path);
  }

  /// Opens the demo checkpoint, which is written first where it is missing.
  void openDemo() {
    opener.open(
        Path.of(messages.text("demo.name")),
        (_, _) -> DemoCheckpoints.openable(surroundings.cacheFolder().call().resolve("demo")));
  }

  /// Stops what runs and closes the document.
  void close() {
    jobs.cancelAll();
    opener.close();
  }

  /// Selects the first tensor with this name.
  ///
  /// @return whether there is one
  boolean selectTensor(String name) {
    Optional<TensorRef> tensor =
        selection.openDocument().flatMap(document -> document.checkpoint().tensor(name));
    tensor.ifPresent(selection::select);
    return tensor.isPresent();
  }

  /// The window's content.
  MainView view() {
    return view;
  }

  /// What runs beside the FX thread for this window.
  Jobs jobs() {
    return jobs;
  }

  /// The state of the window.
  Selection selection() {
    return selection;
  }

  /// The program's picture, 64 pixels wide.
  static Image mark() {
    return new Image(
        Objects.requireNonNull(
            Workbench.class.getResourceAsStream("icons/tensorloupe-64.png"), "icon"));
  }
}
