package io.github.tensorloupe.desktop.pane.comparison.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.compare.MetadataDifference;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.pane.PictureText;
import io.github.tensorloupe.desktop.selection.ComparisonDocument;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.EmbeddedJson;
import io.github.tensorloupe.edit.JsonForm;
import io.github.tensorloupe.edit.ReadableText;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.identify.EmbeddedImage;
import io.github.tensorloupe.model.NaturalOrder;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;

/// The metadata of both sides: a table of keys, differing keys first, and below it both values of
/// the selected key with the difference marked.
public final class MetadataPairsView extends StackPane {

  public static final PaneDescriptor DESCRIPTOR =
      PaneDescriptor.ofComparison(
          "metadata", Command.SHOW_METADATA, context -> _ -> new MetadataPairsView(context));

  private static final double ROW_HEIGHT = 26;
  private static final int LINE_CHARACTERS = 300;
  private static final double MIN_CHANGE_WIDTH = 84;
  private static final double MAX_PICTURE_SIDE = 512;

  private final PaneContext context;
  private final Messages messages;
  private final TableView<Row> table = new TableView<>();
  private final HBox values = PanelParts.named(new HBox(), "compare-metadata-values");

  /// A key with its values on each side: none if the side lacks the key, several if the files of a
  /// set disagree.
  ///
  /// @param change empty if both sides are equal
  record Row(String key, Optional<MetadataDifference.Kind> change, List<String> a, List<String> b) {

    private static Row of(MetadataDifference difference) {
      return new Row(
          difference.key(),
          Optional.of(difference.kind()),
          difference.a().orElse(List.of()),
          difference.b().orElse(List.of()));
    }

    private static String line(List<String> values, Messages messages) {
      return values.stream()
          .map(
              text ->
                  PictureText.of(text, messages)
                      .orElseGet(() -> ReadableText.onOneLine(text, LINE_CHARACTERS)))
          .collect(Collectors.joining(" | "));
    }

    /// Returns the beginning of each value with line breaks; JSON is pretty-printed.
    private static String text(List<String> values) {
      return values.stream()
          .map(text -> EmbeddedJson.parse(text).map(JsonForm.PRETTY::write).orElse(text))
          .map(
              text ->
                  ReadableText.of(text).text()
                      + (text.length() > ReadableText.MAX_CHARACTERS ? "…" : ""))
          .collect(Collectors.joining("\n\n"));
    }
  }

  MetadataPairsView(PaneContext context) {
    this.context = context;
    this.messages = context.messages();
    PanelParts.named(this, "compare-metadata", "compare-metadata");
    prepareTable();
    table.getItems().setAll(rows(context.compared().comparison()));
    SplitPane split = new SplitPane(table, values);
    split.setOrientation(Orientation.VERTICAL);
    split.setDividerPositions(0.45);
    getChildren().setAll(split);
    table.getSelectionModel().selectedItemProperty().subscribe(this::showValues);
    table.getSelectionModel().selectFirst();
  }

  private static List<Row> rows(ComparisonDocument comparison) {
    SequencedMap<String, Row> rows = new LinkedHashMap<>();
    comparison.metadata().forEach(each -> rows.put(each.key(), Row.of(each)));
    comparison
        .sideA()
        .metadata()
        .forEach((key, both) -> rows.putIfAbsent(key, new Row(key, Optional.empty(), both, both)));
    return List.copyOf(rows.values());
  }

  private void prepareTable() {
    PanelParts.named(table, "compare-metadata-table", "dense", "edge-to-edge");
    table.setAccessibleText(messages.text("compare.metadata"));
    table.setFixedCellSize(ROW_HEIGHT);
    table.setMinHeight(80);
    table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
    table.setPlaceholder(PanelParts.wrapping(messages.text("compare.metadata.none"), "muted"));
    String key = messages.text("compare.metadata.key");
    String change = messages.text("compare.metadata.change");
    table.getColumns().add(column(key, 170, row -> DisplayText.of(row.key())));
    TableColumn<Row, String> changes = column(change, 110, this::change);
    changes.setMinWidth(MIN_CHANGE_WIDTH);
    table.getColumns().add(changes);
    table.getColumns().add(column("A", 200, row -> Row.line(row.a(), messages)));
    table.getColumns().add(column("B", 200, row -> Row.line(row.b(), messages)));
  }

  private String change(Row row) {
    return messages.text("compare.metadata." + row.change().map(Messages::word).orElse("same"));
  }

  private static TableColumn<Row, String> column(
      String title, double width, Function<Row, String> text) {
    TableColumn<Row, String> column = new TableColumn<>(title);
    column.setCellValueFactory(row -> new ReadOnlyStringWrapper(text.apply(row.getValue())));
    column.setPrefWidth(width);
    column.setReorderable(false);
    return column;
  }

  private void showValues(Row row) {
    values.getChildren().clear();
    if (row != null) {
      values.getChildren().add(value("A", row.key(), row.a(), Row.text(row.b())));
      values.getChildren().add(value("B", row.key(), row.b(), Row.text(row.a())));
    }
  }

  /// @param other the value of the other side; the common beginning and end are not marked
  private VBox value(String side, String key, List<String> value, String other) {
    boolean isThere = !value.isEmpty();
    String text = isThere ? Row.text(value) : messages.text("compare.metadata.absent");
    int begin = isThere ? NaturalOrder.commonLength(text, other) : 0;
    int minLength = Math.min(text.length(), other.length());
    int suffixLength =
        isThere
            ? Math.min(
                minLength - begin, NaturalOrder.commonLength(reversed(text), reversed(other)))
            : text.length();
    int end = text.length() - suffixLength;
    Text changed = new Text(text.substring(begin, end));
    changed.getStyleClass().add("word-changed");
    TextFlow flow = new TextFlow();
    // An empty text would mark the following character.
    Stream.of(new Text(text.substring(0, begin)), changed, new Text(text.substring(end)))
        .filter(part -> !part.getText().isEmpty())
        .forEach(flow.getChildren()::add);
    flow.getStyleClass().addAll("compare-metadata-text", "mono");
    ScrollPane scroll = new ScrollPane();
    if (value.size() == 1 && EmbeddedImage.mayBe(key, value.getFirst())) {
      showPicture(key, value.getFirst(), scroll, flow);
    } else {
      scroll.setContent(flow);
    }
    scroll.setFitToWidth(true);
    scroll.setId("compare-metadata-value-" + side.toLowerCase(Locale.ROOT));
    VBox.setVgrow(scroll, Priority.ALWAYS);
    VBox box = new VBox(PanelParts.label(side, "caption", "compare-metadata-side"), scroll);
    box.setMinWidth(0);
    box.setPrefWidth(0);
    HBox.setHgrow(box, Priority.ALWAYS);
    return box;
  }

  /// @param text shown if the value cannot be displayed as a picture
  private void showPicture(String key, String value, ScrollPane scroll, Node text) {
    context
        .jobs()
        .start(
            messages.text("metadata.job.read"),
            (_, _) -> EmbeddedImage.of(key, value).map(MetadataPairsView::decode),
            image ->
                scroll.setContent(
                    image.filter(each -> !each.isError()).<Node>map(this::picture).orElse(text)),
            _ -> scroll.setContent(text));
  }

  private static Image decode(EmbeddedImage embedded) {
    double side = Math.min(MAX_PICTURE_SIDE, embedded.longerSide());
    return new Image(embedded.dataUri(), side, side, true, true);
  }

  private StackPane picture(Image image) {
    ImageView picture = new ImageView(image);
    picture.setAccessibleText(messages.text("metadata.picture"));
    StackPane frame = new StackPane(picture);
    frame.getStyleClass().add("compare-metadata-text");
    frame.setAlignment(Pos.TOP_LEFT);
    return frame;
  }

  private static String reversed(String text) {
    return new StringBuilder(text).reverse().toString();
  }
}
