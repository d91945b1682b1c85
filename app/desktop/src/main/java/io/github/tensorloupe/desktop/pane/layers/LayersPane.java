package io.github.tensorloupe.desktop.pane.layers;

import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;

/// The map of layers and roles as a pane of the window.
public final class LayersPane implements DocumentPane {

  /// Its registration.
  public static final PaneDescriptor DESCRIPTOR =
      new PaneDescriptor("layers", Command.SHOW_LAYERS, LayersPane::new);

  private final PaneContext context;
  private final LayerMapViewModel model;

  LayersPane(PaneContext context) {
    this.context = context;
    model =
        new LayerMapViewModel(
            context.selection(), context.results(), context.jobs(), context.messages());
    // Without a view there is nothing to count for.
    model.activeProperty().set(false);
  }

  @Override
  public Node makeView(BooleanExpression shown) {
    LayerMapView view = new LayerMapView(model, context.messages());
    view.setOnScan(() -> context.commands().run(Command.SCAN_VALUES));
    model.activeProperty().bind(shown);
    return view;
  }
}
