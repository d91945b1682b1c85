package io.github.tensorloupe.desktop.control.table;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.SceneWays;
import io.github.tensorloupe.storage.session.TableLayout;

/// The column layout of a table. Columns without an id keep their place.
public record TableColumns<S>(TableView<S> table) {

  public TableLayout layout() {
    // The actual width may be reduced by a scroll bar or a narrow window.
    List<TableLayout.Column> columns =
        table.getColumns().stream()
            .filter(column -> column.getId() != null)
            .map(
                column ->
                    new TableLayout.Column(
                        column.getId(), Math.max(1, column.getPrefWidth()), column.isVisible()))
            .toList();
    return new TableLayout(columns, sort());
  }

  /// Makes widths dragged by the user the preferred ones.
  public void followMouse() {
    table.addEventFilter(
        MouseEvent.MOUSE_RELEASED,
        event -> {
          if (event.getTarget() instanceof Node target
              && SceneWays.upFrom(target)
                  .anyMatch(at -> at.getStyleClass().contains("column-header-background"))) {
            noteWidths();
          }
        });
  }

  private void noteWidths() {
    List<TableColumn<S, ?>> changed =
        table.getVisibleLeafColumns().stream()
            .filter(column -> column.getWidth() != column.getPrefWidth())
            .toList();
    Map<TableColumn<S, ?>, Double> widths = new HashMap<>();
    changed.forEach(column -> widths.put(column, column.getWidth()));
    // Setting one width changes the others.
    widths.forEach(TableColumn::setPrefWidth);
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

  /// Applies a layout without its sort order. To be called before the table is shown.
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
