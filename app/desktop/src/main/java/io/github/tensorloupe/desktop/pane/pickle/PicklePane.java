package io.github.tensorloupe.desktop.pane.pickle;

import module javafx.base;
import module javafx.graphics;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;

/// The pickles of a file as a pane of the window.
public final class PicklePane implements DocumentPane {

  public static final PaneDescriptor DESCRIPTOR =
      new PaneDescriptor("pickle", Command.SHOW_PICKLE, PicklePane::new)
          .withBytes()
          .offeredWhile(
              selection ->
                  selection.documentProperty().map(_ -> PickleViewModel.isOffered(selection)));

  private final PaneContext context;
  private final PickleViewModel model;

  PicklePane(PaneContext context) {
    this.context = context;
    model = new PickleViewModel(context);
  }

  @Override
  public Node createView(BooleanExpression shown) {
    model.active.bind(shown);
    return new PickleView(model, context.messages());
  }
}
