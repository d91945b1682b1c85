package io.github.tensorloupe.desktop.control.table;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.storage.session.TableLayout;

/// Columns that are hidden while a table is narrow. The layout stores which columns the user wants,
/// independent of the current width. Belongs to the FX thread.
public final class OptionalColumns<S> {

  private final TableColumns<S> columns;
  private final List<TableColumn<S, ?>> optional;
  private final Set<TableColumn<S, ?>> unwanted = new HashSet<>();
  private boolean isNarrow;
  private boolean isFitting;

  /// @param narrow true while the table is too narrow for them
  public OptionalColumns(
      TableView<S> table,
      List<? extends TableColumn<S, ?>> optional,
      ObservableValue<Boolean> narrow) {
    this.columns = new TableColumns<>(table);
    columns.followMouse();
    this.optional = List.copyOf(optional);
    this.optional.forEach(
        column -> column.visibleProperty().subscribe(visible -> note(column, visible)));
    narrow.subscribe(
        now -> {
          isNarrow = now;
          fit(now);
        });
  }

  /// Any other change of visibility is a choice of the user.
  private void note(TableColumn<S, ?> column, boolean visible) {
    if (isFitting) {
      return;
    }
    if (visible) {
      unwanted.remove(column);
    } else {
      unwanted.add(column);
    }
  }

  private void fit(boolean narrow) {
    isFitting = true;
    try {
      optional.forEach(column -> column.setVisible(!narrow && !unwanted.contains(column)));
    } finally {
      isFitting = false;
    }
  }

  /// The layout chosen by the user.
  public TableLayout layout() {
    TableLayout seen = columns.layout();
    return new TableLayout(seen.columns().stream().map(this::wanted).toList(), seen.sort());
  }

  private TableLayout.Column wanted(TableLayout.Column seen) {
    return optional.stream()
        .filter(column -> seen.id().equals(column.getId()))
        .findFirst()
        .map(column -> new TableLayout.Column(seen.id(), seen.width(), !unwanted.contains(column)))
        .orElse(seen);
  }

  /// Applies a layout like [TableColumns#arrange(TableLayout)], as far as there is room.
  public void arrange(TableLayout layout) {
    fit(false);
    columns.arrange(layout);
    fit(isNarrow);
  }
}
