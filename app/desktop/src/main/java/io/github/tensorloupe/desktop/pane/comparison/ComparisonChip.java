package io.github.tensorloupe.desktop.pane.comparison;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.compare.Change;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.selection.ComparisonResults;
import io.github.tensorloupe.desktop.selection.OpenComparison;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;

/// The state of a comparison in the status bar, with a menu to go on and to stop.
public final class ComparisonChip extends MenuButton {

  private static final double MIN_WIDTH = 160;

  private final OpenComparison comparison;
  private final ComparisonResults results;
  private final Messages messages;

  /// @param commands with bound commands of scans
  public ComparisonChip(
      OpenComparison comparison, ComparisonResults results, Commands commands, Messages messages) {
    this.comparison = comparison;
    this.results = results;
    this.messages = messages;
    PanelParts.named(this, "comparison-chip", "scan-chip", "scan-neutral");
    getItems().addAll(commands.menuItem(Command.SCAN_VALUES), commands.menuItem(Command.STOP_SCAN));
    Tips.tell(this, this::explanation);
    Following following = Following.of(this);
    following.subscribe(results.revisionProperty(), _ -> tell());
    following.subscribe(results.stateProperty(), _ -> tell());
    following.subscribe(results.progressProperty(), _ -> tell());
  }

  /// A long text is cut rather than widening the window.
  @Override
  protected double computeMinWidth(double height) {
    return Math.min(MIN_WIDTH, prefWidth(height));
  }

  private void tell() {
    setText(text());
    setAccessibleText(text());
  }

  private String text() {
    String all = messages.count(comparison.pairs().size());
    String found = messages.text("compare.differ", messages.count(differing()), all);
    return switch (results.stateProperty().get()) {
      case ScanState.NotStarted _ -> messages.text("compare.not-compared");
      case ScanState.Running _ -> {
        long percent = (long) (results.progressProperty().get() * 100);
        yield messages.text("compare.running", messages.count(percent)) + " · " + found;
      }
      case ScanState.Stopped _ ->
          messages.text("compare.stopped", messages.count(results.doneCount()), all);
      case ScanState.Failed _ -> messages.text("compare.failed") + " · " + found;
      case ScanState.Done _ -> found;
    };
  }

  private int differing() {
    int same = results.countOf(Change.EQUAL) + results.countOf(Change.SAME_HEADER);
    return comparison.pairs().size() - same;
  }

  private String explanation() {
    return results.stateProperty().get() instanceof ScanState.Failed(String sentence, var _)
        ? text() + "\n" + sentence
        : text();
  }
}
