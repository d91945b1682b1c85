package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.EmbeddedJson;
import io.github.tensorloupe.edit.JsonValue;
import io.github.tensorloupe.edit.JsonValue.JsonArray;
import io.github.tensorloupe.edit.JsonValue.JsonNumber;
import io.github.tensorloupe.edit.JsonValue.JsonObject;
import io.github.tensorloupe.edit.JsonValue.Member;
import io.github.tensorloupe.format.DisplayText;
import javafx.scene.control.Label;

/// A value as a table with sorting and search.
final class FactTableView extends VBox {

  private static final double ROW_HEIGHT = 26;
  private static final int SHOWN_CHARACTERS = 500;

  private final Messages messages;
  private FactTable shown = FactTable.EMPTY;
  private final ObservableList<List<Object>> rows = FXCollections.observableArrayList();
  private final FilteredList<List<Object>> matches = new FilteredList<>(rows);
  private final TableView<List<Object>> table = new TableView<>();
  private final TextField find;

  FactTableView(Messages messages) {
    super(8);
    this.messages = messages;
    find = PanelParts.searchField("metadata-facts-find", messages.text("metadata.facts.find"));
    find.setMinWidth(80);
    find.textProperty().subscribe(this::filter);
    HBox.setHgrow(find, Priority.ALWAYS);
    Label count = PanelParts.named(PanelParts.uncut("", "caption"), "metadata-facts-count");
    count.textProperty().bind(Bindings.createStringBinding(this::countText, rows, matches));
    PanelParts.named(table, "metadata-facts-table", "dense", "edge-to-edge")
        .setAccessibleText(messages.text("metadata.as.table"));
    table.setFixedCellSize(ROW_HEIGHT);
    table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
    table.setMinHeight(120);
    table.setPlaceholder(PanelParts.wrapping(messages.text("metadata.facts.no-match"), "muted"));
    SortedList<List<Object>> sorted = new SortedList<>(matches);
    sorted.comparatorProperty().bind(table.comparatorProperty());
    table.setItems(sorted);
    VBox.setVgrow(table, Priority.ALWAYS);
    getChildren().setAll(PanelParts.row(12, find, count), table);
  }

  private String countText() {
    String all = messages.count(rows.size());
    return matches.size() == rows.size()
        ? messages.text("metadata.facts.count", all)
        : messages.text("metadata.facts.count.filtered", messages.count(matches.size()), all);
  }

  private void filter(String typed) {
    String text = typed.strip().toLowerCase(Locale.ROOT);
    matches.setPredicate(
        row -> row.stream().anyMatch(it -> it.toString().toLowerCase(Locale.ROOT).contains(text)));
  }

  void show(FactTable facts) {
    if (facts.equals(shown)) {
      return;
    }
    shown = facts;
    // The previous rows do not fit the new columns.
    rows.clear();
    table.getColumns().clear();
    for (int i = 0; i < facts.columns().size(); i++) {
      table.getColumns().add(column(facts.columns().get(i), i));
    }
    find.clear();
    rows.setAll(facts.rows());
  }

  private TableColumn<List<Object>, Object> column(String name, int index) {
    boolean isNumber = name.startsWith("#");
    TableColumn<List<Object>, Object> column =
        new TableColumn<>(messages.text("metadata.facts." + name.replace("#", "")));
    column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue().get(index)));
    column.setCellFactory(_ -> new FactCell(isNumber));
    column.setPrefWidth(isNumber ? 70 : 160);
    column.setMinWidth(48);
    column.setReorderable(false);
    if (isNumber) {
      column.getStyleClass().add("metadata-number");
      column.setSortType(TableColumn.SortType.DESCENDING);
      // Unknown numbers are less than all others.
      column.setComparator(Comparator.comparing(it -> it instanceof Long n ? n : Long.MIN_VALUE));
    } else {
      column.setComparator(Comparator.comparing(Object::toString, String.CASE_INSENSITIVE_ORDER));
    }
    return column;
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

  /// A JSON value that kohya's scripts write into the metadata of trained models, as a table. The
  /// rows are in the order of the text. Immutable.
  ///
  /// @param columns the names of the columns; names of numeric columns begin with `#`
  /// @param rows the rows with one cell per column: a `Long` in a numeric column, or an empty
  ///   string if unknown; otherwise a `String`
  record FactTable(List<String> columns, List<List<Object>> rows) {

    static final FactTable EMPTY = new FactTable(List.of(), List.of());

    /// Returns the table for the value of a key, or empty if the value has another form.
    static Optional<FactTable> of(String key, String value) {
      Function<JsonValue, FactTable> parser =
          switch (key) {
            case "ss_tag_frequency" -> FactTable::ofTags;
            case "ss_dataset_dirs", "ss_reg_dataset_dirs" -> FactTable::ofFolders;
            case "ss_bucket_info" -> FactTable::ofBuckets;
            default -> null;
          };
      try {
        return parser == null ? Optional.empty() : EmbeddedJson.parse(value).map(parser);
      } catch (IllegalArgumentException e) {
        return Optional.empty();
      }
    }

    private static FactTable ofTags(JsonValue json) {
      List<List<Object>> rows = new ArrayList<>();
      for (Member folder : members(json)) {
        for (Member tag : members(folder.value())) {
          rows.add(List.of(tag.name(), integer(tag.value()), folder.name()));
        }
      }
      return new FactTable(List.of("tag", "#count-of-tag", "folder"), rows);
    }

    private static FactTable ofFolders(JsonValue json) {
      List<List<Object>> rows = new ArrayList<>();
      for (Member folder : members(json)) {
        Object repeats =
            member(folder.value(), "n_repeats").<Object>map(FactTable::integer).orElse("");
        Object images =
            member(folder.value(), "img_count").<Object>map(FactTable::integer).orElse("");
        rows.add(List.of(folder.name(), repeats, images));
      }
      return new FactTable(List.of("folder", "#repeats", "#images"), rows);
    }

    private static FactTable ofBuckets(JsonValue json) {
      List<List<Object>> rows = new ArrayList<>();
      for (Member bucket : members(require(json, "buckets"))) {
        if (!(require(bucket.value(), "resolution") instanceof JsonArray(var size))
            || size.size() != 2) {
          throw new IllegalArgumentException("not a width and a height");
        }
        long count = integer(require(bucket.value(), "count"));
        rows.add(List.of(bucket.name(), integer(size.getFirst()), integer(size.getLast()), count));
      }
      return new FactTable(List.of("bucket", "#width", "#height", "#images"), rows);
    }

    private static List<Member> members(JsonValue value) {
      if (value instanceof JsonObject(var members)) {
        return members;
      }
      throw new IllegalArgumentException("not an object");
    }

    /// Returns the value of a member; the last one if the name is repeated.
    private static Optional<JsonValue> member(JsonValue value, String name) {
      return members(value).reversed().stream()
          .filter(member -> member.name().equals(name))
          .map(Member::value)
          .findFirst();
    }

    private static JsonValue require(JsonValue value, String name) {
      return member(value, name).orElseThrow(IllegalArgumentException::new);
    }

    private static long integer(JsonValue value) {
      if (value instanceof JsonNumber(String sourceText)) {
        return Long.parseLong(sourceText);
      }
      throw new IllegalArgumentException("not a number");
    }
  }
}
