package io.github.tensorloupe.desktop.pane.values;

import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.text.Messages;

/// The values of a tensor as a pane of the window.
public final class ValuesPane implements DocumentPane {

  public static final PaneDescriptor DESCRIPTOR =
      new PaneDescriptor("values", Command.SHOW_VALUES, ValuesPane::new).withBytes();

  private final ValuesViewModel model;
  private final Messages messages;

  ValuesPane(PaneContext context) {
    messages = context.messages();
    model = new ValuesViewModel(context.selection(), context.jobs(), messages);
  }

  @Override
  public Node makeView(BooleanExpression shown) {
    ValuesView view = new ValuesView(model, messages);
    model.active.bind(shown);
    return view;
  }
}
