package io.github.tensorloupe.desktop.pane.histogram;

import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;

/// The histogram as a pane of the window.
public final class HistogramPane implements DocumentPane {

  public static final PaneDescriptor DESCRIPTOR =
      new PaneDescriptor("histogram", Command.SHOW_HISTOGRAM, HistogramPane::new).withBytes();

  private final PaneContext context;
  private final HistogramViewModel model;

  HistogramPane(PaneContext context) {
    this.context = context;
    model =
        new HistogramViewModel(
            new HistogramContext(
                context.selection(), context.results(), context.jobs(), context.messages()));
    // No counting before the view exists.
    model.active.set(false);
    model.setOnBytes(() -> context.commands().run(Command.SHOW_BYTES));
  }

  @Override
  public Node createView(BooleanExpression shown) {
    HistogramView view = new HistogramView(model, context.dialogs(), context.messages());
    model.active.bind(shown);
    return view;
  }
}
