package io.github.tensorloupe.desktop.pane.overview;

import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;

/// The overview as a pane of the window.
public final class OverviewPane implements DocumentPane {

  public static final PaneDescriptor DESCRIPTOR =
      new PaneDescriptor("overview", Command.SHOW_OVERVIEW, OverviewPane::new);

  private final PaneContext context;
  private final OverviewViewModel model;
  private Runnable onCheckDownload = () -> {};

  OverviewPane(PaneContext context) {
    this.context = context;
    model =
        new OverviewViewModel(
            context.selection(), context.results(), context.jobs(), context.messages());
  }

  public void setOnCheckDownload(Runnable action) {
    onCheckDownload = action;
  }

  @Override
  public Node createView(BooleanExpression shown) {
    return new OverviewView(
        model,
        context.commands(),
        () -> onCheckDownload.run(),
        new ConfigPanel(context)::show,
        shown,
        context.messages());
  }
}
