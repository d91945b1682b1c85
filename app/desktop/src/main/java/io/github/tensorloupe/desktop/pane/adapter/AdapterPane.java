package io.github.tensorloupe.desktop.pane.adapter;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.selection.Selection;
import java.nio.file.Path;

/// The modules of an adapter as a pane of the window. Its tab is there for adapters only.
public final class AdapterPane implements DocumentPane {

  public static final PaneDescriptor DESCRIPTOR =
      new PaneDescriptor("adapter", Command.SHOW_ADAPTER, AdapterPane::new)
          .offeredWhile(AdapterPane::isAdapter);

  private final PaneContext context;
  private final AdapterViewModel model;
  private Supplier<List<Path>> bases = List::of;

  AdapterPane(PaneContext context) {
    this.context = context;
    model = new AdapterViewModel(context.selection(), context.jobs(), context.messages());
  }

  private static BooleanExpression isAdapter(Selection selection) {
    return BooleanExpression.booleanExpression(
        selection.adapterProperty().map(Optional::isPresent));
  }

  /// @param known gives the checkpoints to choose a base from
  public void setBases(Supplier<List<Path>> known) {
    bases = known;
  }

  @Override
  public Node makeView(BooleanExpression shown) {
    model.active.bind(shown);
    return new AdapterView(model, context, () -> bases.get());
  }
}
