package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.benchmark.SetRatios;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.save.RecoveryPanel;
import io.github.tensorloupe.desktop.pane.tree.TensorTreeView;
import io.github.tensorloupe.desktop.pane.tree.TensorTreeViewModel;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.storage.Appearance;
import io.github.tensorloupe.desktop.storage.Theme;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;

/// The tensor tree of a large set, in a scene of the size of the left part of a window: measures
/// the time from a key press until the rows are laid out.
public final class SetWindow {

  private static final List<String> TYPED = List.of("d", "do", "dow", "down", "down_", "down");

  private final Selection selection = new Selection();
  private final ScanResults results = new ScanResults();
  private final Jobs jobs = Jobs.onFxThread();
  private final TensorTreeViewModel model;
  private final TensorTreeView view;
  private final DocumentOpener opener;

  private SetWindow() {
    Messages messages = Messages.english();
    model = new TensorTreeViewModel(selection, results, jobs, messages);
    view = new TensorTreeView(model, messages);
    opener =
        new DocumentOpener(
            selection,
            jobs,
            LoadedDocument::read,
            new Recovery(FileOperations.ofThisComputer()),
            RecoveryPanel.Question.NEVER,
            new StatusLine(selection),
            messages);
    Themes.apply(Appearance.DEFAULT.withTheme(Theme.LIGHT), new Scene(view, 460, 900));
  }

  /// Measures and prints a line for each operation.
  ///
  /// @param onlyOpening whether to measure only the time until a set is shown
  public static void measure(Path folder, int rounds, boolean onlyOpening) throws Exception {
    SetWindow window = onFxThread(SetWindow::new);
    window.print("open until the tree is shown", rounds, window::close, () -> window.open(folder));
    window.seconds(window::close);
    if (onlyOpening) {
      return;
    }
    try (FileDocument document =
        FileDocument.of(
            Checkpoint.open(folder, Cancellation.NEVER, Progress.NONE), List.of(), List::of)) {
      window.print("show", rounds, () -> window.show(document));
      for (String text : TYPED) {
        window.print(
            "filter \"" + text + "\"", rounds, () -> window.filter("x"), () -> window.filter(text));
      }
      window.print("unfilter", rounds, () -> window.filter("down"), () -> window.filter(""));
      window.print("expand all", rounds, window.model::collapseAll, window.model::expandAll);
      for (String text : TYPED.subList(2, 4)) {
        window.print(
            "expanded, filter \"" + text + "\"",
            rounds,
            () -> window.filter("x"),
            () -> window.filter(text));
      }
      window.filter("");
      for (String column : List.of("column-bytes", "column-dtype", "column-shape")) {
        window.print("sort, " + column, rounds, () -> window.sort(""), () -> window.sort(column));
      }
    }
  }

  private interface Factory<T> {
    T make();
  }

  private static <T> T onFxThread(Factory<T> factory) {
    return CompletableFuture.supplyAsync(factory::make, Platform::runLater).join();
  }

  /// Opens the folder like the window: headers, index doctor, tree, findings.
  private void open(Path folder) {
    opener.open(folder);
  }

  private void close() {
    opener.close();
  }

  private void show(FileDocument document) {
    selection.show(new DocumentState.Empty());
    selection.show(new DocumentState.Open(document));
  }

  private void filter(String text) {
    ((TextInputControl) view.lookup("#tree-filter")).setText(text);
  }

  @SuppressWarnings("unchecked")
  private void sort(String columnId) {
    TableView<Object> table = (TableView<Object>) view.lookup("#tensor-tree");
    table.getSortOrder().clear();
    for (TableColumn<Object, ?> column : table.getColumns()) {
      if (columnId.equals(column.getId())) {
        table.getSortOrder().add(column);
      }
    }
  }

  private void print(String title, int rounds, Runnable action) {
    print(title, rounds, () -> {}, action);
  }

  private void print(String title, int rounds, Runnable before, Runnable action) {
    double[] times = new double[rounds];
    double[] processorTimes = new double[rounds];
    double first = 0;
    for (int i = -2; i < rounds; i++) {
      seconds(before);
      double processorBegin = SetRatios.processorSeconds();
      double time = seconds(action);
      first = i == -2 ? time : first;
      if (i >= 0) {
        times[i] = time;
        processorTimes[i] = SetRatios.processorSeconds() - processorBegin;
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%-36s first %6.1f ms, then %6.1f ms (%.1f to %.1f), of processors %.0f ms%n",
        title,
        first * 1e3,
        SetRatios.median(times) * 1e3,
        Arrays.stream(times).min().orElseThrow() * 1e3,
        Arrays.stream(times).max().orElseThrow() * 1e3,
        SetRatios.median(processorTimes) * 1e3);
  }

  /// Returns the seconds from the action until its jobs have ended and their results are laid out.
  private double seconds(Runnable action) {
    CompletableFuture<Long> end = new CompletableFuture<>();
    long begin =
        onFxThread(
            () -> {
              long now = System.nanoTime();
              action.run();
              return now;
            });
    jobs.whenIdle(
        () -> {
          view.applyCss();
          view.layout();
          end.complete(System.nanoTime());
        });
    return (end.join() - begin) / 1e9;
  }
}
