package io.github.tensorloupe.desktop.control.table;

import io.github.tensorloupe.storage.session.TableLayout;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;

/// Columns that are left out where a table is narrow. Whether a person wants to see them is another
/// matter: that is what is remembered, and what is followed where there is room. Belongs to the FX
/// thread.
///
/// @param <S> the rows of the table
public final class SpareColumns<S> {

  private final TableColumns<S> columns;
  private final List<TableColumn<S, ?>> spare;
  private final Set<TableColumn<S, ?>> unwanted = new HashSet<>();
  private boolean isNarrow;
  private boolean isFitting;

  /// @param spare the columns of the table that can be left out
  /// @param narrow whether there is no room for them
  public SpareColumns(
      TableView<S> table,
      List<? extends TableColumn<S, ?>> spare,
      ObservableValue<Boolean> narrow) {
    this.columns = new TableColumns<>(table);
    columns.followMouse();
    this.spare = List.copyOf(spare);
    this.spare.forEach(
        column -> column.visibleProperty().subscribe(visible -> note(column, visible)));
    narrow.subscribe(
        now -> {
          isNarrow = now;
          fit(now);
        });
  }

  /// Whoever else hides or shows a column does what a person wants.
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
      spare.forEach(column -> column.setVisible(!narrow && !unwanted.contains(column)));
    } finally {
      isFitting = false;
    }
  }

  /// How a person has arranged the columns, whether there is room for all of them or not.
  public TableLayout layout() {
    TableLayout seen = columns.layout();
    return new TableLayout(seen.columns().stream().map(this::wanted).toList(), seen.sort());
  }

  private TableLayout.Column wanted(TableLayout.Column seen) {
    return spare.stream()
        .filter(column -> seen.id().equals(column.getId()))
        .findFirst()
        .map(column -> new TableLayout.Column(seen.id(), seen.width(), !unwanted.contains(column)))
        .orElse(seen);
  }

  /// Arranges the columns like [TableColumns#arrange(TableLayout)], as far as there is room.
  public void arrange(TableLayout layout) {
    fit(false);
    columns.arrange(layout);
    fit(isNarrow);
  }
}
