package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.metadata.FactTableView.FactTable.Row;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.TrainingTables.BucketInfo;
import io.github.tensorloupe.edit.TrainingTables.DatasetDirs;
import io.github.tensorloupe.edit.TrainingTables.TagFrequency;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.work.Cancellation;
import javafx.scene.control.Label;

/// A value as a table that can be sorted and searched. Finding and sorting run in the background.
final class FactTableView extends VBox {

  private static final double ROW_HEIGHT = 26;
  private static final int SHOWN_CHARACTERS = 500;

  private final MetadataViewModel model;
  private final Messages messages;
  private final ObservableList<Row> rows = FXCollections.observableArrayList();
  private final TableView<Row> table = new TableView<>(rows);
  private final TextField find;
  private final Label count = PanelParts.named(new Label(), "metadata-facts-count", "caption");
  private FactTable shown = FactTable.EMPTY;

  FactTableView(MetadataViewModel model, Messages messages) {
    super(8);
    this.model = model;
    this.messages = messages;
    find = PanelParts.searchField("metadata-facts-find", messages.text("metadata.facts.find"));
    find.setMinWidth(80);
    find.textProperty().subscribe(_ -> arrange());
    HBox.setHgrow(find, Priority.ALWAYS);
    count.setMinWidth(Region.USE_PREF_SIZE);
    HBox bar = new HBox(12, find, count);
    bar.setAlignment(Pos.CENTER_LEFT);
    PanelParts.named(table, "metadata-facts-table", "dense", "edge-to-edge")
        .setAccessibleText(messages.text("metadata.as-table"));
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

  /// Shows another table.
  void show(FactTable facts) {
    if (facts.equals(shown)) {
      return;
    }
    shown = facts;
    // The rows before do not fit the columns to come.
    rows.clear();
    table.getSortOrder().clear();
    table.getColumns().clear();
    IntStream.range(0, facts.columns().size())
        .mapToObj(this::column)
        .forEach(table.getColumns()::add);
    find.clear();
    arrange();
  }

  private TableColumn<Row, Object> column(int index) {
    FactTable.Column shownColumn = shown.columns().get(index);
    TableColumn<Row, Object> column = new TableColumn<>(messages.text(shownColumn.messageKey()));
    column.setCellValueFactory(
        row -> new ReadOnlyObjectWrapper<>(row.getValue().cells().get(index)));
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
    FactTable.Sorting sorting =
        table.getSortOrder().stream()
            .findFirst()
            .map(
                column ->
                    new FactTable.Sorting(
                        table.getColumns().indexOf(column),
                        column.getSortType() == TableColumn.SortType.ASCENDING))
            .orElse(FactTable.Sorting.NONE);
    model
        .factsJob()
        .start(
            (cancellation, _) -> facts.arranged(text, sorting, cancellation),
            found -> {
              rows.setAll(found);
              String all = Figures.count(facts.rows().size());
              count.setText(
                  found.size() == facts.rows().size()
                      ? messages.text("metadata.facts.count", all)
                      : messages.text(
                          "metadata.facts.count.filtered", Figures.count(found.size()), all));
            });
  }

  private static final class FactCell extends TableCell<Row, Object> {
    FactCell(boolean isNumber) {
      getStyleClass().add(isNumber ? "metadata-number" : "metadata-fact");
    }

    @Override
    protected void updateItem(Object fact, boolean empty) {
      super.updateItem(fact, empty);
      setText(
          switch (empty ? null : fact) {
            case null -> null;
            case Long number -> Figures.count(number);
            case Object text -> DisplayText.of(text.toString(), SHOWN_CHARACTERS);
          });
    }
  }

  /// A value that is best read as a table. Immutable.
  ///
  /// @param rows each with one cell for each column
  record FactTable(List<Column> columns, List<Row> rows) {

    /// Nothing.
    static final FactTable EMPTY = new FactTable(List.of(), List.of());

    /// One column.
    ///
    /// @param messageKey of its title
    /// @param isNumber true if its cells are of type `Long`, or an empty text where nothing is
    ///   told; else they are of type `String`
    record Column(String messageKey, boolean isNumber) {}

    /// One row.
    record Row(List<Object> cells) {
      Row {
        cells = List.copyOf(cells);
      }

      private boolean contains(String lowerCaseText) {
        return cells.stream()
            .anyMatch(cell -> cell.toString().toLowerCase(Locale.ROOT).contains(lowerCaseText));
      }
    }

    /// The order of the rows.
    ///
    /// @param column index of the column that is sorted by; -1 leaves them as they are
    record Sorting(int column, boolean ascending) {
      static final Sorting NONE = new Sorting(-1, true);
    }

    FactTable {
      columns = List.copyOf(columns);
      rows = List.copyOf(rows);
    }

    /// The table that the value of a key makes, if it makes one.
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
      return new FactTable(
          List.of(texts("tag"), numbers("count-of-tag"), texts("folder")),
          tags.rows().stream().map(row -> row(row.tag(), row.count(), row.directory())).toList());
    }

    private static FactTable of(DatasetDirs folders) {
      return new FactTable(
          List.of(texts("folder"), numbers("repeats"), numbers("images")),
          folders.rows().stream()
              .map(row -> row(row.directory(), cell(row.repeats()), cell(row.images())))
              .toList());
    }

    private static FactTable of(BucketInfo buckets) {
      return new FactTable(
          List.of(texts("bucket"), numbers("width"), numbers("height"), numbers("images")),
          buckets.rows().stream()
              .map(row -> row(row.index(), row.width(), row.height(), row.count()))
              .toList());
    }

    private static Column texts(String name) {
      return new Column("metadata.facts." + name, false);
    }

    private static Column numbers(String name) {
      return new Column("metadata.facts." + name, true);
    }

    private static Row row(Object... cells) {
      return new Row(List.of(cells));
    }

    private static Object cell(OptionalLong number) {
      return number.isPresent() ? (Object) number.getAsLong() : "";
    }

    /// The rows that contain a text in any cell, sorted.
    ///
    /// @throws java.util.concurrent.CancellationException if cancelled
    List<Row> arranged(String text, Sorting sorting, Cancellation cancellation) {
      String lowerCaseText = text.toLowerCase(Locale.ROOT);
      List<Row> found = new ArrayList<>();
      for (Row row : rows) {
        cancellation.check();
        if (row.contains(lowerCaseText)) {
          found.add(row);
        }
      }
      if (sorting.column() >= 0) {
        Comparator<Row> order = order(sorting.column());
        found.sort(sorting.ascending() ? order : order.reversed());
      }
      return found;
    }

    private Comparator<Row> order(int column) {
      return columns.get(column).isNumber()
          ? Comparator.comparing(row -> number(row.cells().get(column)))
          : Comparator.comparing(
              row -> row.cells().get(column).toString(), String.CASE_INSENSITIVE_ORDER);
    }

    /// Missing numbers sort before all others.
    private static long number(Object cell) {
      return cell instanceof Long number ? number : Long.MIN_VALUE;
    }
  }
}
