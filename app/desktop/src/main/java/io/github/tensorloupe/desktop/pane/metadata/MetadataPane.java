package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.table.TableColumns;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.session.TableLayout;

/// The metadata as a pane of the window.
public final class MetadataPane implements DocumentPane {

  public static final PaneDescriptor DESCRIPTOR =
      new PaneDescriptor("metadata", Command.SHOW_METADATA, MetadataPane::new);

  private final PaneContext context;
  private final MetadataViewModel model;
  private Optional<MetadataView> view = Optional.empty();
  private Optional<TableLayout> columns = Optional.empty();
  private Runnable onHashManyFiles = () -> {};

  MetadataPane(PaneContext context) {
    this.context = context;
    model =
        new MetadataViewModel(
            context.selection(), context.edits(), context.jobs(), context.messages());
  }

  public void setOnHashManyFiles(Runnable action) {
    onHashManyFiles = action;
  }

  @Override
  public Node createView(BooleanExpression shown) {
    MetadataView newView =
        new MetadataView(
            model,
            context.dialogs(),
            context.messages(),
            () -> context.commands().run(Command.EDIT_MANY_FILES),
            () -> onHashManyFiles.run(),
            () -> context.commands().run(Command.CONVERT));
    Optional<TableLayout> layout = columns();
    view = Optional.of(newView);
    layout.ifPresent(this::arrangeColumns);
    return newView;
  }

  /// Returns the metadata of the first file that has any, by key.
  public Map<String, String> keys() {
    return model.keys();
  }

  public void showKey(String key) {
    view.ifPresent(it -> it.showKey(key));
  }

  /// Returns the column layout, or empty if the columns have never been shown or arranged.
  public Optional<TableLayout> columns() {
    return view.map(it -> it.columns().layout()).or(() -> columns);
  }

  public void arrangeColumns(TableLayout layout) {
    columns = Optional.of(layout);
    if (view.isPresent()) {
      TableColumns<MetadataRow> table = view.get().columns();
      table.arrange(layout);
      layout.sort().ifPresent(table::sort);
    }
  }
}
