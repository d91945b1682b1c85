package io.github.tensorloupe.desktop.pane;

import module java.base;

import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.storage.ScanResultStore;
import io.github.tensorloupe.desktop.text.Messages;

/// The parts of one window that its panes share.
///
/// @param commands commands of the window; they need not be bound yet
/// @param panels shows panels above the window
/// @param showMessage shows a message in the status bar
/// @param dialogs supplies the file dialogs; called for every use
/// @param open opens a path in a new tab
/// @param bases the remembered structures of checkpoints that adapters were compared with
/// @param ranks stores the effective ranks of adapters
/// @param heatMaps limits the cached pixels of all heat maps, in all windows
/// @param comparison the open comparison, for its panes; empty for the panes of a checkpoint
/// @param programVersion version that is written into files
/// @param messages texts in the language of the window
public record PaneContext(
    Selection selection,
    ScanResults results,
    DocumentEdits edits,
    Commands commands,
    PanelHost panels,
    Consumer<String> showMessage,
    Supplier<FileDialogs> dialogs,
    Consumer<Path> open,
    Jobs jobs,
    BaseStructures bases,
    ScanResultStore ranks,
    HeatMapBudget heatMaps,
    Optional<ShownComparison> comparison,
    String programVersion,
    Messages messages) {

  /// Returns the open comparison.
  ///
  /// @throws NoSuchElementException if this is the context of a pane of a checkpoint
  public ShownComparison compared() {
    return comparison.orElseThrow();
  }

  /// Returns a context for panes that show another selection, such as one side of a comparison.
  public PaneContext with(Selection shown, ScanResults shownResults) {
    return with(shown, shownResults, comparison);
  }

  /// Returns a context for the panes of a comparison.
  public PaneContext with(ShownComparison shown) {
    return with(selection, results, Optional.of(shown));
  }

  private PaneContext with(
      Selection shown, ScanResults shownResults, Optional<ShownComparison> compared) {
    return new PaneContext(
        shown,
        shownResults,
        edits,
        commands,
        panels,
        showMessage,
        dialogs,
        open,
        jobs,
        bases,
        ranks,
        heatMaps,
        compared,
        programVersion,
        messages);
  }
}
