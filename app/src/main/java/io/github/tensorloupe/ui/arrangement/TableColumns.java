package io.github.tensorloupe.ui.arrangement;

import io.github.tensorloupe.prefs.session.TableLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;

/// The columns of a table as a person has arranged them. A column without an id stays where it is.
///
/// @param table whose columns are meant
/// @param <S> its rows
public record TableColumns<S>(TableView<S> table) {

  /// How the columns are arranged now, and what the rows are sorted by.
  public TableLayout layout() {
    List<TableLayout.Column> columns =
        table.getColumns().stream()
            .filter(column -> column.getId() != null && column.getWidth() > 0)
            .map(
                column ->
                    new TableLayout.Column(column.getId(), widthOf(column), column.isVisible()))
            .toList();
    return new TableLayout(columns, sort());
  }

  /// The width of a hidden column is the one that it will have.
  private static double widthOf(TableColumn<?, ?> column) {
    return column.isVisible() ? column.getWidth() : Math.max(1, column.getPrefWidth());
  }

  private Optional<TableLayout.Sort> sort() {
    return table.getSortOrder().stream()
        .findFirst()
        .filter(column -> column.getId() != null)
        .map(
            column ->
                new TableLayout.Sort(
                    column.getId(), column.getSortType() == TableColumn.SortType.ASCENDING));
  }

  /// Arranges the columns; the rows are not sorted. To be called before the table is shown, for the
  /// widths to hold.
  public void arrange(TableLayout layout) {
    for (TableLayout.Column wanted : layout.columns()) {
      column(wanted.id())
          .ifPresent(
              column -> {
                column.setPrefWidth(
                    Math.clamp(wanted.width(), column.getMinWidth(), column.getMaxWidth()));
                column.setVisible(wanted.visible());
              });
    }
    List<TableColumn<S, ?>> ordered = ordered(layout);
    if (!ordered.equals(table.getColumns())) {
      table.getColumns().setAll(ordered);
    }
  }

  private List<TableColumn<S, ?>> ordered(TableLayout layout) {
    List<TableColumn<S, ?>> ordered = new ArrayList<>();
    layout.columns().forEach(wanted -> column(wanted.id()).ifPresent(ordered::add));
    for (int i = 0; i < table.getColumns().size(); i++) {
      if (!ordered.contains(table.getColumns().get(i))) {
        ordered.add(Math.min(i, ordered.size()), table.getColumns().get(i));
      }
    }
    return ordered.stream().distinct().toList();
  }

  /// Sorts the rows.
  public void sort(TableLayout.Sort sort) {
    column(sort.column())
        .ifPresent(
            column -> {
              column.setSortType(
                  sort.ascending()
                      ? TableColumn.SortType.ASCENDING
                      : TableColumn.SortType.DESCENDING);
              table.getSortOrder().setAll(List.of(column));
            });
  }

  private Optional<TableColumn<S, ?>> column(String id) {
    return table.getColumns().stream().filter(column -> id.equals(column.getId())).findFirst();
  }
}
