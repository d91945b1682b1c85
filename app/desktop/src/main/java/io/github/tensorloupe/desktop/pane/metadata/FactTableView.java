package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.pane.metadata.TrainingTables.BucketInfo;
import io.github.tensorloupe.desktop.pane.metadata.TrainingTables.DatasetDirs;
import io.github.tensorloupe.desktop.pane.metadata.TrainingTables.TagFrequency;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.work.Cancellation;
import javafx.scene.control.Label;

/// A value as a table with sorting and search, which run in the background.
final class FactTableView extends VBox {

  private static final double ROW_HEIGHT = 26;
  private static final int SHOWN_CHARACTERS = 500;

  private final JobSlot<List<List<Object>>> arranging;
  private final Messages messages;
  private final ObservableList<List<Object>> rows = FXCollections.observableArrayList();
  private final TableView<List<Object>> table = new TableView<>(rows);
  private final TextField find;
  private final Label count = PanelParts.named(new Label(), "metadata-facts-count", "caption");
  private FactTable shown = FactTable.EMPTY;

  FactTableView(MetadataViewModel model, Messages messages) {
    super(8);
    this.arranging = new JobSlot<>(model.jobs);
    this.messages = messages;
    find = PanelParts.searchField("metadata-facts-find", messages.text("metadata.facts.find"));
    find.setMinWidth(80);
    find.textProperty().subscribe(_ -> arrange());
    HBox.setHgrow(find, Priority.ALWAYS);
    count.setMinWidth(Region.USE_PREF_SIZE);
    HBox bar = PanelParts.row(12, find, count);
    PanelParts.named(table, "metadata-facts-table", "dense", "edge-to-edge")
        .setAccessibleText(messages.text("metadata.as.table"));
    table.setFixedCellSize(ROW_HEIGHT);
    table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
    table.setMinHeight(120);
    table.setPlaceholder(PanelParts.wrapping(messages.text("metadata.facts.no-match"), "muted"));
    table.setSortPolicy(
        _ -> {
          arrange();
          return true;
        });
    VBox.setVgrow(table, Priority.ALWAYS);
    getChildren().setAll(bar, table);
  }

  void show(FactTable facts) {
    if (facts.equals(shown)) {
      return;
    }
    shown = facts;
    // The previous rows do not fit the new columns.
    rows.clear();
    table.getSortOrder().clear();
    table.getColumns().clear();
    for (int i = 0; i < facts.columns().size(); i++) {
      table.getColumns().add(column(i));
    }
    find.clear();
    arrange();
  }

  private TableColumn<List<Object>, Object> column(int index) {
    FactTable.Column shownColumn = shown.columns().get(index);
    TableColumn<List<Object>, Object> column =
        new TableColumn<>(messages.text(shownColumn.messageKey()));
    column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue().get(index)));
    column.setCellFactory(_ -> new FactCell(shownColumn.isNumber()));
    column.setPrefWidth(shownColumn.isNumber() ? 70 : 160);
    column.setMinWidth(48);
    column.setReorderable(false);
    if (shownColumn.isNumber()) {
      column.getStyleClass().add("metadata-number");
      column.setSortType(TableColumn.SortType.DESCENDING);
    }
    return column;
  }

  private void arrange() {
    FactTable facts = shown;
    String text = find.getText().strip();
    Optional<Comparator<List<Object>>> order =
        table.getSortOrder().stream()
            .findFirst()
            .map(column -> facts.order(table.getColumns().indexOf(column), column.getSortType()));
    arranging.start(
        messages.text("metadata.job.find"),
        (cancellation, _) -> facts.arranged(text, order, cancellation),
        found -> {
          rows.setAll(found);
          String all = messages.count(facts.rows().size());
          count.setText(
              found.size() == facts.rows().size()
                  ? messages.text("metadata.facts.count", all)
                  : messages.text(
                      "metadata.facts.count.filtered", messages.count(found.size()), all));
        },
        PaneException.orPart(this::arrange));
  }

  private final class FactCell extends TableCell<List<Object>, Object> {
    FactCell(boolean isNumber) {
      getStyleClass().add(isNumber ? "metadata-number" : "metadata-fact");
    }

    @Override
    protected void updateItem(Object fact, boolean empty) {
      super.updateItem(fact, empty);
      setText(
          switch (empty ? null : fact) {
            case null -> null;
            case Long number -> messages.count(number);
            case Object text -> DisplayText.of(text.toString(), SHOWN_CHARACTERS);
          });
    }
  }

  /// A value that is best read as a table. Immutable.
  ///
  /// @param rows the rows, each with one cell per column
  record FactTable(List<Column> columns, List<List<Object>> rows) {

    static final FactTable EMPTY = new FactTable(List.of(), List.of());

    /// @param messageKey the message key of the title
    /// @param isNumber true if the cells are of type `Long`, or an empty string if unknown;
    ///   otherwise they are of type `String`
    record Column(String messageKey, boolean isNumber) {}

    /// Returns the table for the value of a key, if the value is tabular.
    static Optional<FactTable> of(String key, String value) {
      return switch (key) {
        case "ss_tag_frequency" -> TagFrequency.parse(value).map(FactTable::of);
        case "ss_dataset_dirs", "ss_reg_dataset_dirs" ->
            DatasetDirs.parse(value).map(FactTable::of);
        case "ss_bucket_info" -> BucketInfo.parse(value).map(FactTable::of);
        default -> Optional.empty();
      };
    }

    private static FactTable of(TagFrequency tags) {
      return of(
          "tag #count-of-tag folder",
          tags.rows().stream(),
          row -> List.of(row.tag(), row.count(), row.directory()));
    }

    private static FactTable of(DatasetDirs folders) {
      return of(
          "folder #repeats #images",
          folders.rows().stream(),
          row -> List.of(row.directory(), cell(row.repeats()), cell(row.images())));
    }

    private static FactTable of(BucketInfo buckets) {
      return of(
          "bucket #width #height #images",
          buckets.rows().stream(),
          row -> List.of(row.index(), row.width(), row.height(), row.count()));
    }

    /// @param columns the column names separated by spaces; names of numeric columns begin with `#`
    private static <R> FactTable of(
        String columns, Stream<R> rows, Function<R, List<Object>> cells) {
      return new FactTable(
          Stream.of(columns.split(" "))
              .map(
                  name ->
                      new Column("metadata.facts." + name.replace("#", ""), name.startsWith("#")))
              .toList(),
          rows.map(cells).toList());
    }

    private static Object cell(OptionalLong number) {
      return number.isPresent() ? (Object) number.getAsLong() : "";
    }

    /// Returns the rows that contain a text in any cell, sorted if an order is given.
    ///
    /// @throws java.util.concurrent.CancellationException if cancelled
    List<List<Object>> arranged(
        String text, Optional<Comparator<List<Object>>> order, Cancellation cancellation) {
      String wanted = text.toLowerCase(Locale.ROOT);
      Stream<List<Object>> found =
          rows.stream()
              .peek(_ -> cancellation.check())
              .filter(
                  row ->
                      row.stream()
                          .map(Object::toString)
                          .anyMatch(cell -> cell.toLowerCase(Locale.ROOT).contains(wanted)));
      return order.map(found::sorted).orElse(found).toList();
    }

    Comparator<List<Object>> order(int column, TableColumn.SortType type) {
      // Missing numbers are less than all others.
      Comparator<List<Object>> ascending =
          columns.get(column).isNumber()
              ? Comparator.comparing(
                  row -> row.get(column) instanceof Long cell ? cell : Long.MIN_VALUE)
              : Comparator.comparing(
                  row -> row.get(column).toString(), String.CASE_INSENSITIVE_ORDER);
      return type == TableColumn.SortType.ASCENDING ? ascending : ascending.reversed();
    }
  }
}
