package io.github.tensorloupe.desktop.pane.overview;

import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Remedies;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;

/// The overview as a pane of the window.
public final class OverviewPane implements DocumentPane {

  /// Its registration.
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
    OverviewView view =
        new OverviewView(
            model,
            () -> context.commands().run(Command.SCAN_VALUES),
            context.firstFrame(),
            context.messages());
    view.setRemedies(Remedies.buttons(context.commands()));
    view.setOnNumbers(() -> context.commands().run(Command.SHOW_HISTOGRAM));
    view.setOnProblems(() -> context.commands().run(Command.SHOW_PROBLEMS));
    view.setOnHashes(() -> onCheckDownload.run());
    return view;
  }
}
