package io.github.tensorloupe.desktop.testing;

import io.github.tensorloupe.compare.PairResult;
import io.github.tensorloupe.compare.PairScan;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.ShownComparison;
import io.github.tensorloupe.desktop.selection.ComparisonDocument;
import io.github.tensorloupe.desktop.selection.ComparisonResults;
import io.github.tensorloupe.desktop.selection.ComparisonResults.ComparedPair;
import io.github.tensorloupe.desktop.selection.PairSelection;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// A comparison of two open checkpoints, for tests of comparison views.
public final class ComparedFiles implements AutoCloseable {

  private final OpenFiles files = new OpenFiles();
  private final ComparisonDocument comparison;
  private final ComparisonResults results;
  private final PairSelection selection;
  private final AtomicInteger swaps = new AtomicInteger();
  private final List<String> told = new ArrayList<>();

  /// Opens and pairs the files, without comparing them.
  public ComparedFiles(Path a, Path b) throws IOException {
    var documentA = files.open(a);
    var documentB = files.open(b);
    comparison = ComparisonDocument.of(documentA, documentB, false, Cancellation.NEVER);
    results = new ComparisonResults(comparison);
    selection = new PairSelection(comparison);
  }

  public ComparisonDocument comparison() {
    return comparison;
  }

  public ComparisonResults results() {
    return results;
  }

  public PairSelection selection() {
    return selection;
  }

  /// Compares all pairs and adds the results.
  public ComparedFiles compare() throws IOException {
    List<ComparedPair> found = new ArrayList<>();
    new PairScan(1)
        .run(
            comparison.pairs(),
            (int pair, PairResult result) -> found.add(new ComparedPair(pair, result)),
            Cancellation.NEVER,
            Progress.NONE);
    results.add(found);
    return this;
  }

  /// Returns how often the command to swap the sides was run.
  public int swaps() {
    return swaps.get();
  }

  /// Returns the messages for the status bar.
  public List<String> told() {
    return told;
  }

  /// Returns the index of the pair with this name.
  public int pair(String name) {
    return comparison.pairs().stream().map(pair -> pair.name()).toList().indexOf(name);
  }

  /// Returns the context of the panes of a window, without the parts that tests do not use.
  public PaneContext context(Jobs jobs, FileDialogs dialogs, Messages messages) {
    Commands commands = new Commands(messages);
    commands.bind(Command.SWAP_SIDES, swaps::incrementAndGet);
    commands.bind(Command.SAVE_REPORT, () -> {});
    return Contexts.of(new Selection(), commands, told::add, () -> dialogs, jobs, messages)
        .with(new ShownComparison(results, selection, null));
  }

  @Override
  public void close() throws IOException {
    files.close();
  }
}
