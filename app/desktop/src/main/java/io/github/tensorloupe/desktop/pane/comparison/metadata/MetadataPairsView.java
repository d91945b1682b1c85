package io.github.tensorloupe.desktop.pane.comparison.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.compare.MetadataDifference;
import io.github.tensorloupe.compare.MetadataValue;
import io.github.tensorloupe.compare.report.WordDifference;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.ComparisonContext;
import io.github.tensorloupe.desktop.pane.ComparisonDescriptor;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.format.DisplayText;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;
import org.kordamp.ikonli.feather.Feather;

/// The metadata of both sides as a table of keys, and below it the values of the selected key as a
/// whole, with the words that differ marked.
public final class MetadataPairsView extends BorderPane {

  public static final ComparisonDescriptor DESCRIPTOR =
      new ComparisonDescriptor("metadata", Command.SHOW_METADATA, context -> _ -> view(context));

  private static final double ROW_HEIGHT = 26;
  private static final int LINE_CHARACTERS = 300;

  private final Messages messages;
  private final List<MetadataPair> all;
  private final TableView<MetadataPair> table = new TableView<>();
  private final CheckBox showsEqual = new CheckBox();
  private final HBox values = new HBox();

  MetadataPairsView(List<MetadataPair> all, Messages messages) {
    this.all = all;
    this.messages = messages;
    PanelParts.named(this, "compare-metadata", "compare-metadata");
    Themes.style(this, MetadataPairsView.class, "metadatapairs.css");
    long equal = all.stream().filter(pair -> pair.change().isEmpty()).count();
    PanelParts.named(showsEqual, "compare-metadata-equal");
    showsEqual.setText(messages.count("compare.metadata.equal", equal));
    showsEqual.setDisable(equal == 0);
    HBox bar = new HBox(showsEqual);
    bar.getStyleClass().add("compare-metadata-bar");
    prepareTable();
    PanelParts.named(values, "compare-metadata-values");
    SplitPane split = new SplitPane(table, values);
    split.setOrientation(Orientation.VERTICAL);
    split.setDividerPositions(0.45);
    setTop(bar);
    setCenter(split);
    showsEqual.selectedProperty().subscribe(_ -> fill());
    table.getSelectionModel().selectedItemProperty().subscribe(this::showValues);
    table.getSelectionModel().selectFirst();
  }

  private static MetadataPairsView view(ComparisonContext context) {
    return new MetadataPairsView(MetadataPair.of(context.comparison()), context.messages());
  }

  private void prepareTable() {
    PanelParts.named(table, "compare-metadata-table", "dense", "edge-to-edge");
    table.setAccessibleText(messages.text("compare.metadata"));
    table.setFixedCellSize(ROW_HEIGHT);
    table.setMinHeight(80);
    table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
    table.setPlaceholder(PanelParts.wrapping(messages.text("compare.metadata.none"), "muted"));
    table
        .getColumns()
        .setAll(
            List.of(
                column("compare.metadata.key", 170, pair -> DisplayText.of(pair.key())),
                changes(),
                column("A", 200, pair -> MetadataPair.line(pair.a(), LINE_CHARACTERS)),
                column("B", 200, pair -> MetadataPair.line(pair.b(), LINE_CHARACTERS))));
  }

  /// @param title a key of the messages, or the name of a side
  private TableColumn<MetadataPair, String> column(
      String title, double width, Function<MetadataPair, String> text) {
    TableColumn<MetadataPair, String> column =
        new TableColumn<>(messages.find(title).orElse(title));
    column.setCellValueFactory(row -> new ReadOnlyStringWrapper(text.apply(row.getValue())));
    column.setPrefWidth(width);
    column.setReorderable(false);
    return column;
  }

  private TableColumn<MetadataPair, String> changes() {
    TableColumn<MetadataPair, String> column =
        column(
            "compare.metadata.change",
            110,
            pair ->
                messages.text(
                    "compare.metadata." + pair.change().map(Messages::word).orElse("same")));
    column.setCellFactory(_ -> new ChangeCell());
    return column;
  }

  /// The change as a word and a sign.
  private static final class ChangeCell extends TableCell<MetadataPair, String> {

    @Override
    protected void updateItem(String text, boolean isEmpty) {
      super.updateItem(text, isEmpty);
      MetadataPair pair = isEmpty ? null : getTableRow().getItem();
      setText(pair == null ? null : text);
      setGraphic(pair == null ? null : pair.change().map(ChangeCell::icon).orElse(null));
    }

    private static Node icon(MetadataDifference.Kind kind) {
      return switch (kind) {
        case ADDED -> Icons.of(Feather.PLUS, "icon-small", "icon-success");
        case REMOVED -> Icons.of(Feather.MINUS, "icon-small", "icon-danger");
        case CHANGED -> Icons.of(Feather.EDIT_2, "icon-small", "icon-warning");
      };
    }
  }

  private void fill() {
    MetadataPair selected = table.getSelectionModel().getSelectedItem();
    table
        .getItems()
        .setAll(
            all.stream()
                .filter(pair -> showsEqual.isSelected() || pair.change().isPresent())
                .toList());
    table.getSelectionModel().select(selected);
  }

  private void showValues(MetadataPair pair) {
    values.getChildren().clear();
    if (pair != null) {
      WordDifference words =
          WordDifference.of(MetadataPair.text(pair.a()), MetadataPair.text(pair.b()));
      values.getChildren().setAll(value("A", pair.a(), words.a()), value("B", pair.b(), words.b()));
    }
  }

  private VBox value(String side, Optional<MetadataValue> value, List<WordDifference.Part> parts) {
    TextFlow text = new TextFlow();
    text.getStyleClass().add("compare-metadata-text");
    for (WordDifference.Part part : parts) {
      Text word = new Text(part.text());
      word.getStyleClass().add(part.isChanged() ? "word-changed" : "word-same");
      text.getChildren().add(word);
    }
    if (value.isEmpty()) {
      text.getChildren().add(new Text(messages.text("compare.metadata.absent")));
    }
    ScrollPane scroll = new ScrollPane(text);
    scroll.setFitToWidth(true);
    scroll.setId("compare-metadata-value-" + side.toLowerCase(Locale.ROOT));
    VBox.setVgrow(scroll, Priority.ALWAYS);
    Label head = PanelParts.label(side, "caption", "compare-metadata-side");
    VBox box = new VBox(head, scroll);
    box.setMinWidth(0);
    box.setPrefWidth(0);
    HBox.setHgrow(box, Priority.ALWAYS);
    return box;
  }
}
