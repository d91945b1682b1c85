package io.github.tensorloupe.desktop.pane.comparison.summary;

import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.ComparisonContext;
import io.github.tensorloupe.desktop.pane.ComparisonDescriptor;
import io.github.tensorloupe.desktop.pane.DocumentPane;

/// The summary as a pane of the window.
public final class SummaryPane implements DocumentPane {

  public static final ComparisonDescriptor DESCRIPTOR =
      new ComparisonDescriptor("summary", Command.SHOW_OVERVIEW, SummaryPane::new);

  private final ComparisonContext context;
  private final SummaryViewModel model;
  private Runnable onSwap = () -> {};

  SummaryPane(ComparisonContext context) {
    this.context = context;
    this.model = new SummaryViewModel(context);
  }

  /// @param action puts the newer checkpoint in the place of the base
  public void setOnSwap(Runnable action) {
    onSwap = action;
  }

  @Override
  public Node makeView(BooleanExpression shown) {
    model.activeProperty().bind(shown);
    return new SummaryView(model, context.dialogs(), () -> onSwap.run(), context.messages());
  }
}
