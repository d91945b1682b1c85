package io.github.tensorloupe.desktop.control.bars;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.bars.BarsCanvas.Bars;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.table.TableColumns;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.scene.control.Label;

/// Rows shown in a fixed order as bar charts, one for each figure, above a sortable table of the
/// same rows. A title above describes all rows, and the details below describe the selected row.
/// Scrolls if there is not enough height. Belongs to the FX thread.
///
/// @param <R> a row
public final class ChartedTable<R> extends StackPane {

  private static final double MIN_TABLE_WIDTH = 120;
  private static final double ROW_HEIGHT = 26;

  private record Chart<R>(BarsCanvas canvas, Function<List<R>, Bars> bars) {}

  private final String id;
  private final Function<R, String> detailsOf;
  private final Function<R, List<Hyperlink>> linksOf;
  private final List<Chart<R>> charts = new ArrayList<>();
  private final Label title = PanelParts.wrapping("", "strong");
  private final Label remarks = PanelParts.wrapping("", "muted");
  private final VBox titles = new VBox(2, title, remarks);
  private final HBox head = new HBox(8, titles);
  private final VBox chartBox = new VBox(4);
  private final TableView<R> table = new TableView<>();
  private final Label details = PanelParts.wrapping("");
  private final FlowPane links = new FlowPane(8, 2);
  private final GridPane foot = new GridPane(16, 0);
  private final Label said = PanelParts.wrapping("", "muted");
  private final VBox content = new VBox(8, head, said, chartBox, table, foot);
  private final Label note = new Label();
  private List<R> rows = List.of();

  /// @param id of the table, and prefix of the ids of its parts
  /// @param detailsOf returns the details of a row, in a few lines
  /// @param linksOf returns the links of a row
  public ChartedTable(
      String id,
      String accessibleText,
      Function<R, String> detailsOf,
      Function<R, List<Hyperlink>> linksOf) {
    this.id = id;
    this.detailsOf = detailsOf;
    this.linksOf = linksOf;
    getStyleClass().add("charted");
    prepareTable(accessibleText);
    title.setId(id + "-title");
    remarks.setId(id + "-remarks");
    titles.setMinWidth(0);
    HBox.setHgrow(titles, Priority.ALWAYS);
    said.setId(id + "-said");
    details.setId(id + "-details");
    links.setId(id + "-links");
    addToFoot(new VBox(6, details, links));
    content.getStyleClass().add("charted-content");
    ScrollPane scroll = PanelParts.named(new ScrollPane(content), id + "-scroll");
    scroll.setFitToWidth(true);
    scroll.setFitToHeight(true);
    scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
    PanelParts.named(note, id + "-note", "empty-state");
    note.setWrapText(true);
    getChildren().setAll(scroll, note);
    table.getSelectionModel().selectedItemProperty().subscribe(this::mark);
    setStatus("");
  }

  private void prepareTable(String accessibleText) {
    PanelParts.named(table, id, "dense", "edge-to-edge");
    table.setAccessibleText(accessibleText);
    table.setFixedCellSize(ROW_HEIGHT);
    table.setMinHeight(MIN_TABLE_WIDTH);
    table.setPrefHeight(MIN_TABLE_WIDTH);
    table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
    table.setRowFactory(
        _ -> {
          TableRow<R> row = new TableRow<>();
          Tips.setTooltip(row, () -> row.getItem() == null ? "" : detailsOf.apply(row.getItem()));
          return row;
        });
    VBox.setVgrow(table, Priority.ALWAYS);
  }

  /// Adds a control at the end of the title line.
  public void addToHead(Region control) {
    control.setMinWidth(USE_PREF_SIZE);
    head.getChildren().add(control);
  }

  /// Adds a part next to the details of the selected row. All parts have the same width.
  public void addToFoot(Region part) {
    part.setMinWidth(0);
    foot.addColumn(foot.getColumnCount(), part);
    foot.getColumnConstraints().clear();
    for (int i = 0; i < foot.getColumnCount(); i++) {
      ColumnConstraints share = new ColumnConstraints();
      share.setPercentWidth(100.0 / foot.getColumnCount());
      foot.getColumnConstraints().add(share);
    }
  }

  /// Sets the title of all rows.
  ///
  /// @param more further lines below
  public void setTitle(String text, List<String> more) {
    title.setText(text);
    remarks.setText(String.join("\n", more));
    PanelParts.setShown(remarks, !more.isEmpty());
  }

  /// Sets a status or error message; empty for none. Shown alone while there are no rows, otherwise
  /// below the title.
  public void setStatus(String text) {
    boolean isAlone = rows.isEmpty();
    content.setVisible(!isAlone);
    note.setText(text);
    said.setText(text);
    PanelParts.setShown(note, isAlone);
    PanelParts.setShown(said, !isAlone && !text.isEmpty());
  }

  /// Adds a chart below the existing ones.
  ///
  /// @param bars returns the bars of all rows, one for each row
  public void addChart(String name, String title, double height, Function<List<R>, Bars> bars) {
    BarsCanvas canvas =
        new BarsCanvas(
            at -> detailsOf.apply(rows.get(at)), at -> select(Optional.of(rows.get(at))));
    charts.add(new Chart<>(canvas, bars));
    VBox box = canvas.titled(id + "-" + name, title, height);
    box.managedProperty().bind(box.visibleProperty());
    chartBox.getChildren().add(box);
  }

  public TableColumn<R, R> addColumn(
      String name, String title, double width, Function<R, String> text) {
    return addColumn(name, title, width, text, Comparator.comparing(text));
  }

  /// Adds a column of numbers, which the first click on its header sorts in descending order.
  ///
  /// @param figure NaN if there is none; sorted below all numbers
  public TableColumn<R, R> addFigures(
      String name,
      String title,
      double width,
      ToDoubleFunction<R> figure,
      DoubleFunction<String> text) {
    TableColumn<R, R> column =
        addColumn(
            name,
            title,
            width,
            row ->
                Double.isNaN(figure.applyAsDouble(row))
                    ? ""
                    : text.apply(figure.applyAsDouble(row)),
            Comparator.comparingDouble(
                row -> {
                  double value = figure.applyAsDouble(row);
                  return Double.isNaN(value) ? Double.NEGATIVE_INFINITY : value;
                }));
    column.getStyleClass().add("figure-column");
    column.setMinWidth(width);
    column.setSortType(TableColumn.SortType.DESCENDING);
    return column;
  }

  private TableColumn<R, R> addColumn(
      String name, String title, double width, Function<R, String> text, Comparator<R> order) {
    TableColumn<R, R> column = new TableColumn<>();
    column.setGraphic(PanelParts.elastic(title));
    column.setId(id + "-column-" + name);
    column.setPrefWidth(width);
    column.setReorderable(false);
    column.setComparator(order);
    column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue()));
    // Names differ at their ends.
    column.setCellFactory(_ -> TableColumns.textCell(text, OverrunStyle.CENTER_ELLIPSIS));
    table.getColumns().add(column);
    return column;
  }

  /// Replaces all rows and sorts them as the table is sorted. Clears the selection.
  public void show(List<R> now) {
    rows = List.copyOf(now);
    charts.forEach(chart -> chart.canvas.contentProperty().set(chart.bars.apply(rows)));
    table.getSelectionModel().clearSelection();
    // A new list would discard the sort order that the user has chosen.
    table.getItems().setAll(rows);
    table.sort();
    setStatus(note.getText());
  }

  public ReadOnlyObjectProperty<R> selectedProperty() {
    return table.getSelectionModel().selectedItemProperty();
  }

  /// Selects a row and scrolls to it.
  public void select(Optional<R> row) {
    if (row.isEmpty()) {
      table.getSelectionModel().clearSelection();
    } else if (row.get() != table.getSelectionModel().getSelectedItem()) {
      table.getSelectionModel().select(row.get());
      table.scrollTo(Math.max(0, table.getSelectionModel().getSelectedIndex() - 1));
    }
  }

  private void mark(R row) {
    int at = row == null ? -1 : rows.indexOf(row);
    charts.forEach(chart -> chart.canvas.selectedProperty().set(at));
    details.setText(row == null ? "" : detailsOf.apply(row));
    links.getChildren().setAll(row == null ? List.of() : linksOf.apply(row));
  }
}
