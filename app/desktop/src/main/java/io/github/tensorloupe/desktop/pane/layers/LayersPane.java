package io.github.tensorloupe.desktop.pane.layers;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;

/// The registration of the map of layers and roles as a pane of the window.
public final class LayersPane {

  public static final PaneDescriptor DESCRIPTOR =
      new PaneDescriptor("layers", Command.SHOW_LAYERS, LayersPane::make);

  private LayersPane() {}

  private static DocumentPane make(PaneContext context) {
    LayerMapViewModel model =
        new LayerMapViewModel(
            context.selection(), context.results(), context.jobs(), context.messages());
    // Without a view there is nothing to count for.
    model.activeProperty().set(false);
    return shown -> {
      model.activeProperty().bind(shown);
      Runnable scan = () -> context.commands().run(Command.SCAN_VALUES);
      return new LayerMapView(model, scan, context.messages());
    };
  }
}
