package io.github.tensorloupe.desktop.pane.heatmap;

import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;

/// The heat map as a pane of the window.
public final class HeatMapPane implements DocumentPane {

  /// Its registration.
  public static final PaneDescriptor DESCRIPTOR =
      new PaneDescriptor("heatmap", Command.SHOW_HEATMAP, HeatMapPane::new);

  private final PaneContext context;
  private final HeatMapViewModel model;

  HeatMapPane(PaneContext context) {
    this.context = context;
    model = new HeatMapViewModel(context.selection(), context.jobs(), context.messages());
  }

  @Override
  public Node makeView(BooleanExpression shown) {
    HeatMapView view = new HeatMapView(model, context.dialogs(), context.messages());
    model.activeProperty().bind(shown);
    return view;
  }
}
