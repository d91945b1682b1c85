package io.github.tensorloupe.desktop.pane.survey;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.FocusTraversal;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.table.TableColumns;
import io.github.tensorloupe.desktop.pane.survey.SurveyListing.SurveyColumnOrder;
import io.github.tensorloupe.desktop.pane.survey.SurveyListing.Wanted;
import io.github.tensorloupe.desktop.selection.SurveyRow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import javafx.scene.control.Label;

/// The files of a survey. A click on a column header sorts by the column; the model sorts.
final class SurveyTable extends TableView<SurveyRow> {

  private static final double ROW_HEIGHT = 26;
  private static final int CHARACTERS = 300;

  private final SurveyViewModel model;
  private final Messages messages;
  private boolean isShowing;

  SurveyTable(SurveyViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    PanelParts.named(this, "survey-table", "dense", "edge-to-edge");
    setAccessibleText(messages.text("survey.table"));
    setFixedCellSize(ROW_HEIGHT);
    setColumnResizePolicy(CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
    setPlaceholder(PanelParts.label(messages.text("survey.nothing"), "muted"));
    isShowing = true;
    add(SurveyColumnOrder.PATH, 300, 0, model.survey::pathBelow);
    TableColumn<SurveyRow, SurveyRow> health =
        add(SurveyColumnOrder.HEALTH, 124, 0, row -> model.text(row.health()));
    health.setMinWidth(health.getPrefWidth());
    health.setCellFactory(_ -> new HealthCell());
    add(SurveyColumnOrder.MODEL, 90, 900, SurveyRow::model);
    add(SurveyColumnOrder.FAMILY, 90, 1000, SurveyRow::family);
    TableColumn<SurveyRow, SurveyRow> dtype =
        add(SurveyColumnOrder.DTYPE, 76, 640, SurveyRow::dtype);
    dtype.setMinWidth(dtype.getPrefWidth());
    figures(SurveyColumnOrder.TENSORS, 70, 720, SurveyRow::tensorCount, messages::count);
    figures(SurveyColumnOrder.PARAMETERS, 112, 800, SurveyRow::parameterCount, messages::count);
    figures(SurveyColumnOrder.SIZE, 80, 0, SurveyRow::size, messages::bytes);
    figures(SurveyColumnOrder.NAN, 80, 0, SurveyRow::nanCount, messages::count);
    figures(SurveyColumnOrder.INF, 70, 0, SurveyRow::infCount, messages::count);
    add(SurveyColumnOrder.FINDINGS, 160, 560, row -> String.join(", ", row.findings()));
    TableColumn<SurveyRow, SurveyRow> changed =
        add(SurveyColumnOrder.CHANGED, 140, 1100, SurveyTable::day);
    changed.setMinWidth(changed.getPrefWidth());
    isShowing = false;
    setSortPolicy(_ -> applyOrder());
    WeakSubscriptions.of(this).subscribe(model.wanted, this::showOrder);
    setOnMouseClicked(
        event -> {
          boolean isOnRow =
              event.getTarget() instanceof Node node
                  && FocusTraversal.upFrom(node).anyMatch(TableRow.class::isInstance);
          if (isOnRow && event.getButton() == MouseButton.PRIMARY && event.getClickCount() == 2) {
            openSelected();
          }
        });
    setOnKeyPressed(FocusTraversal.atKey(KeyCode.ENTER, this::openSelected));
  }

  private void openSelected() {
    Optional.ofNullable(getSelectionModel().getSelectedItem()).ifPresent(model::open);
  }

  /// Returns the modification time to the minute.
  private static String day(SurveyRow row) {
    return row.modified().replace('T', ' ').substring(0, Math.min(16, row.modified().length()));
  }

  /// @param minTableWidth the minimum table width at which the column is visible
  private TableColumn<SurveyRow, SurveyRow> add(
      SurveyColumnOrder order,
      double width,
      double minTableWidth,
      Function<SurveyRow, String> text) {
    String word = Messages.word(order);
    TableColumn<SurveyRow, SurveyRow> column =
        new TableColumn<>(messages.text("survey.column." + word));
    column.setId("survey-column-" + word);
    column.setUserData(order);
    column.setPrefWidth(width);
    column.setReorderable(false);
    column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue()));
    // The end of a path distinguishes files of the same run.
    boolean isPath = order == SurveyColumnOrder.PATH;
    OverrunStyle overrun = isPath ? OverrunStyle.LEADING_ELLIPSIS : OverrunStyle.ELLIPSIS;
    Function<SurveyRow, String> shown = row -> DisplayText.of(text.apply(row), CHARACTERS);
    column.setCellFactory(_ -> TableColumns.textCell(shown, overrun));
    if (minTableWidth > 0) {
      column.visibleProperty().bind(widthProperty().greaterThanOrEqualTo(minTableWidth));
    }
    getColumns().add(column);
    return column;
  }

  private void figures(
      SurveyColumnOrder order,
      double width,
      double minTableWidth,
      ToLongFunction<SurveyRow> figure,
      LongFunction<String> text) {
    Function<SurveyRow, String> shown =
        row -> figure.applyAsLong(row) < 0 ? "" : text.apply(figure.applyAsLong(row));
    TableColumn<SurveyRow, SurveyRow> column = add(order, width, minTableWidth, shown);
    column.getStyleClass().add("figure-column");
    column.setMinWidth(width);
  }

  void show(List<SurveyRow> rows) {
    SurveyRow selected = getSelectionModel().getSelectedItem();
    isShowing = true;
    // The table resets its sort order when its items are replaced.
    setItems(FXCollections.observableList(rows));
    showOrder(model.wanted.get());
    // Finding a row that has moved would take time linear in the number of rows.
    int index = selected == null || rows.size() > 10_000 ? -1 : rows.indexOf(selected);
    if (index >= 0) {
      getSelectionModel().clearAndSelect(index);
      scrollTo(index);
    }
  }

  private boolean applyOrder() {
    if (!isShowing) {
      Optional<TableColumn<SurveyRow, ?>> by = getSortOrder().stream().findFirst();
      model.sort(
          by.map(it -> (SurveyColumnOrder) it.getUserData()),
          by.filter(it -> it.getSortType() == TableColumn.SortType.DESCENDING).isPresent());
    }
    return true;
  }

  private void showOrder(Wanted wanted) {
    isShowing = true;
    List<TableColumn<SurveyRow, ?>> sorting =
        getColumns().stream()
            .filter(it -> wanted.by().equals(Optional.of((SurveyColumnOrder) it.getUserData())))
            .toList();
    for (TableColumn<SurveyRow, ?> column : sorting) {
      column.setSortType(
          wanted.isReversed() ? TableColumn.SortType.DESCENDING : TableColumn.SortType.ASCENDING);
    }
    if (!getSortOrder().equals(sorting)) {
      getSortOrder().setAll(sorting);
    }
    isShowing = false;
  }

  private final class HealthCell extends TableCell<SurveyRow, SurveyRow> {

    private final Label badge = new Label();

    @Override
    protected void updateItem(SurveyRow row, boolean empty) {
      super.updateItem(row, empty);
      setGraphic(empty || row == null ? null : badge);
      if (!empty && row != null) {
        badge.setText(model.text(row.health()));
        badge.getStyleClass().setAll("label", "badge", "badge-" + SurveyListing.tone(row.health()));
      }
    }
  }
}
