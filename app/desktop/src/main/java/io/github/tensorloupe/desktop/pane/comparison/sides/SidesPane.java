package io.github.tensorloupe.desktop.pane.comparison.sides;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.ComparisonContext;
import io.github.tensorloupe.desktop.pane.ComparisonDescriptor;
import io.github.tensorloupe.desktop.pane.DocumentPane;

/// One of the panes of documents, over both sides of a comparison and their difference.
public final class SidesPane implements DocumentPane {

  public static final ComparisonDescriptor VALUES = descriptor("values", Command.SHOW_VALUES);
  public static final ComparisonDescriptor HEATMAP = descriptor("heatmap", Command.SHOW_HEATMAP);
  public static final ComparisonDescriptor HISTOGRAM =
      descriptor("histogram", Command.SHOW_HISTOGRAM);
  public static final ComparisonDescriptor BYTES = descriptor("bytes", Command.SHOW_BYTES);

  private final String id;
  private final ComparisonContext context;
  private final SidesViewModel model;

  private SidesPane(String id, ComparisonContext context) {
    this.id = id;
    this.context = context;
    model = new SidesViewModel(context);
  }

  private static ComparisonDescriptor descriptor(String id, Command command) {
    return new ComparisonDescriptor(id, command, context -> new SidesPane(id, context));
  }

  @Override
  public Node makeView(BooleanExpression shown) {
    return new SidesView(id, model, context, shown);
  }
}
