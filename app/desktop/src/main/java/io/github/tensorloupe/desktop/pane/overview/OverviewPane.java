package io.github.tensorloupe.desktop.pane.overview;

import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.command.Remedies;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.pane.overview.OverviewView.Links;

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

  /// Sets what leads to the check of a download against its expected hash.
  public void setOnCheckDownload(Runnable action) {
    onCheckDownload = action;
  }

  @Override
  public Node makeView(BooleanExpression shown) {
    Commands commands = context.commands();
    return new OverviewView(
        model,
        new Links(
            () -> commands.run(Command.SCAN_VALUES),
            () -> commands.run(Command.SHOW_HISTOGRAM),
            () -> commands.run(Command.SHOW_PROBLEMS),
            () -> onCheckDownload.run(),
            Remedies.buttons(commands)),
        context.firstFrame(),
        context.messages());
  }
}
