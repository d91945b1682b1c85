package io.github.tensorloupe.desktop.pane;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.selection.ComparisonDocument;
import io.github.tensorloupe.desktop.selection.ComparisonResults;
import io.github.tensorloupe.desktop.selection.PairSelection;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;

/// An open comparison with the selected pair and the known results. Replaced when the sides are
/// swapped, the user pairs or splits tensors, or a file is reloaded.
///
/// @param sides creates panes for one side
public record ShownComparison(ComparisonResults results, PairSelection selection, SidePanes sides) {

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

  public ComparisonDocument comparison() {
    return results.comparison();
  }

  /// Returns the form in which quantized weights are compared, dequantized or as stored; empty if
  /// there is no choice.
  public Optional<String> form(Messages messages) {
    ComparisonDocument.Weights weights = comparison().weights();
    String word = weights.areDequantized() ? "dequantized" : "stored";
    return weights.haveValues()
        ? Optional.of(messages.text("weight.as." + word))
        : Optional.empty();
  }

  /// Returns the form as a title that mentions the tensors; empty if there is no choice.
  public Optional<String> formTitle(Messages messages) {
    return form(messages).map(as -> messages.text("weight.title", as));
  }

  /// Returns warnings: both sides are the same file, a side cannot be compared completely, or
  /// weights cannot be compared by their values.
  public List<String> notes(Messages messages) {
    List<String> notes = new ArrayList<>();
    if (comparison().isSame()) {
      notes.add(messages.text("compare.same"));
    }
    for (String side : List.of("a", "b")) {
      comparison()
          .warnings(side.equals("a"))
          .forEach(
              it -> notes.add(messages.text("compare.warning." + side, messages.sentence(it))));
    }
    ComparisonDocument.Weights weights = comparison().weights();
    if (weights.areDequantized() && weights.withoutValues() > 0) {
      notes.add(messages.count("compare.form.without", weights.withoutValues()));
    }
    return notes;
  }
}
