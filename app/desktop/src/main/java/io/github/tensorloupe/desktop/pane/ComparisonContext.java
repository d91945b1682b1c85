package io.github.tensorloupe.desktop.pane;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.ComparisonResults;
import io.github.tensorloupe.desktop.selection.OpenComparison;
import io.github.tensorloupe.desktop.selection.PairSelection;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;

/// The parts of one comparison that its panes share. Replaced when the sides are swapped, a pair is
/// made by hand, or a file is reloaded.
///
/// @param commands commands of the window; they need not be bound yet
/// @param showMessage shows a message in the status bar
/// @param dialogs supplies the file dialogs; called for every use
/// @param sides creates panes for one side
/// @param messages texts in the language of the window
public record ComparisonContext(
    OpenComparison comparison,
    ComparisonResults results,
    PairSelection selection,
    Commands commands,
    Consumer<String> showMessage,
    Supplier<FileDialogs> dialogs,
    Jobs jobs,
    SidePanes sides,
    Messages messages) {

  /// Creates document panes for one side of a comparison.
  @FunctionalInterface
  public interface SidePanes {

    /// Creates a pane.
    ///
    /// @param pane the id of a document pane, or `bytes`
    /// @param side one of the selections of [PairSelection]
    /// @param shown true while the window shows the pane
    Node make(String pane, Selection side, BooleanExpression shown);
  }

  /// Returns the form in which quantized weights are compared, dequantized or as stored; empty if
  /// there is no choice.
  public Optional<String> form() {
    OpenComparison.Weights weights = comparison.weights();
    String word = weights.areDequantized() ? "dequantized" : "stored";
    return weights.haveValues()
        ? Optional.of(messages.text("weight.as." + word))
        : Optional.empty();
  }

  /// Returns the form as a title that mentions the tensors; empty if there is no choice.
  public Optional<String> formTitle() {
    return form().map(as -> messages.text("weight.title", as));
  }

  /// Returns warnings: both sides are the same file, a side cannot be compared completely, or
  /// weights cannot be compared by their values.
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (comparison.isSame()) {
      notes.add(messages.text("compare.same"));
    }
    for (String side : List.of("a", "b")) {
      comparison
          .warnings(side.equals("a"))
          .forEach(
              it -> notes.add(messages.text("compare.warning." + side, messages.sentence(it))));
    }
    OpenComparison.Weights weights = comparison.weights();
    if (weights.areDequantized() && weights.withoutValues() > 0) {
      notes.add(messages.count("compare.form.without", weights.withoutValues()));
    }
    return notes;
  }
}
