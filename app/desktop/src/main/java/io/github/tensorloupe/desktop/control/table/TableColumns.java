package io.github.tensorloupe.desktop.control.table;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.FocusTraversal;
import io.github.tensorloupe.desktop.session.TableLayout;
import javafx.scene.control.TableColumn.SortType;
import javafx.scene.control.skin.TableColumnHeader;
import javafx.scene.control.skin.TableHeaderRow;

/// The columns of a table as the user wants them. Some may be hidden while the table is narrow; the
/// layout does not depend on that. Columns without an id keep their place. Belongs to the FX
/// thread.
public final class TableColumns<S> {

  private final TableView<S> table;
  private final Map<TableColumn<S, ?>, ObservableValue<Boolean>> optional;
  private final Set<TableColumn<S, ?>> unwanted = new HashSet<>();
  private boolean isFitting;

  public TableColumns(TableView<S> table) {
    this.table = table;
    this.optional = Map.of();
  }

  /// @param optional columns that are hidden while it is narrow
  /// @param narrow true while the table is too narrow for them
  public TableColumns(
      TableView<S> table,
      List<? extends TableColumn<S, ?>> optional,
      ObservableValue<Boolean> narrow) {
    this(
        table,
        optional.stream()
            .collect(Collectors.toMap(Function.identity(), _ -> narrow.map(it -> !it))));
  }

  /// @param optional columns that are hidden while the value is false, unless the user shows them
  public TableColumns(
      TableView<S> table,
      Map<? extends TableColumn<S, ?>, ? extends ObservableValue<Boolean>> optional) {
    this.table = table;
    this.optional = Map.copyOf(optional);
    recordDraggedWidths();
    this.optional.forEach(
        (column, fits) -> {
          column.visibleProperty().subscribe(visible -> note(column, visible));
          fits.subscribe(_ -> fit(column));
        });
  }

  /// Sets the menu of the rows. A column header does not open it.
  public static void setRowMenu(Control table, ContextMenu menu) {
    table.setContextMenu(menu);
    table.addEventFilter(
        ContextMenuEvent.CONTEXT_MENU_REQUESTED,
        event -> {
          Node node = event.isKeyboardTrigger() ? null : event.getPickResult().getIntersectedNode();
          while (node != null && !(node instanceof TableHeaderRow)) {
            boolean hasMenu =
                node instanceof TableColumnHeader header
                    && header.getTableColumn() != null
                    && header.getTableColumn().getContextMenu() != null;
            node = hasMenu ? null : node.getParent();
          }
          if (node != null) {
            event.consume();
          }
        });
  }

  /// Creates a cell with a text about its whole row.
  public static <R> TableCell<R, R> textCell(Function<R, String> text, OverrunStyle overrun) {
    TableCell<R, R> cell =
        new TableCell<>() {
          @Override
          protected void updateItem(R row, boolean empty) {
            super.updateItem(row, empty);
            setText(empty || row == null ? null : text.apply(row));
          }
        };
    cell.setTextOverrun(overrun);
    return cell;
  }

  /// Any other change of visibility is a choice of the user.
  private void note(TableColumn<S, ?> column, boolean visible) {
    if (!isFitting && visible) {
      unwanted.remove(column);
    } else if (!isFitting) {
      unwanted.add(column);
    }
  }

  private void fit(TableColumn<S, ?> column) {
    setVisible(column, optional.get(column).getValue() && !unwanted.contains(column));
  }

  private void setVisible(TableColumn<S, ?> column, boolean isVisible) {
    isFitting = true;
    try {
      column.setVisible(isVisible);
    } finally {
      isFitting = false;
    }
  }

  public TableLayout layout() {
    List<TableLayout.Column> columns =
        table.getColumns().stream()
            .filter(column -> column.getId() != null)
            .map(this::layout)
            .toList();
    Optional<TableLayout.Sort> sort =
        table.getSortOrder().stream()
            .findFirst()
            .filter(column -> column.getId() != null)
            .map(by -> new TableLayout.Sort(by.getId(), by.getSortType() == SortType.ASCENDING));
    return new TableLayout(columns, sort);
  }

  private TableLayout.Column layout(TableColumn<S, ?> column) {
    boolean isWanted =
        optional.containsKey(column) ? !unwanted.contains(column) : column.isVisible();
    // The actual width may be reduced by a scroll bar or a narrow window.
    double width = Math.max(1, column.getPrefWidth());
    return new TableLayout.Column(column.getId(), width, isWanted);
  }

  /// Saves widths that the user has dragged as preferred widths.
  public void recordDraggedWidths() {
    table.addEventFilter(
        MouseEvent.MOUSE_RELEASED,
        event -> {
          if (event.getTarget() instanceof Node target
              && FocusTraversal.upFrom(target)
                  .anyMatch(at -> at.getStyleClass().contains("column-header-background"))) {
            recordWidths();
          }
        });
  }

  private void recordWidths() {
    Map<TableColumn<S, ?>, Double> widths = new HashMap<>();
    table.getVisibleLeafColumns().forEach(column -> widths.put(column, column.getWidth()));
    // Collected first, because setting one width changes the others.
    widths.forEach(TableColumn::setPrefWidth);
  }

  /// Applies a layout without its sort order, as far as there is space, before the table is shown.
  public void arrange(TableLayout layout) {
    optional.keySet().forEach(column -> setVisible(column, !unwanted.contains(column)));
    for (TableLayout.Column wanted : layout.columns()) {
      column(wanted.id())
          .ifPresent(
              column -> {
                column.setPrefWidth(
                    Math.clamp(wanted.width(), column.getMinWidth(), column.getMaxWidth()));
                if (!column.visibleProperty().isBound()) {
                  column.setVisible(wanted.visible());
                }
              });
    }
    List<TableColumn<S, ?>> ordered = ordered(layout);
    if (!ordered.equals(table.getColumns())) {
      table.getColumns().setAll(ordered);
    }
    optional.keySet().forEach(this::fit);
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
              column.setSortType(sort.ascending() ? SortType.ASCENDING : SortType.DESCENDING);
              table.getSortOrder().setAll(List.of(column));
            });
  }

  private Optional<TableColumn<S, ?>> column(String id) {
    return table.getColumns().stream().filter(column -> id.equals(column.getId())).findFirst();
  }
}
