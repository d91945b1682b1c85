package io.github.tensorloupe.desktop.pane.adapter;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import java.nio.file.Path;

/// The pane for the modules of an adapter. Only adapters have its tab.
public final class AdapterPane implements DocumentPane {

  public static final PaneDescriptor DESCRIPTOR =
      new PaneDescriptor("adapter", Command.SHOW_ADAPTER, AdapterPane::new)
          .offeredWhile(selection -> selection.adapterProperty().map(Optional::isPresent));

  private final PaneContext context;
  private final AdapterViewModel model;

  AdapterPane(PaneContext context) {
    this.context = context;
    model = new AdapterViewModel(context);
  }

  /// @param library returns the models of the library
  /// @param caches finds a model of the Hugging Face Hub in the caches by name; blocks
  public void setBases(Supplier<List<Path>> library, Function<String, Optional<Path>> caches) {
    model.library = library;
    model.caches = caches;
  }

  @Override
  public Node createView(BooleanExpression shown) {
    model.active.bind(shown);
    return new AdapterView(model, context);
  }
}
