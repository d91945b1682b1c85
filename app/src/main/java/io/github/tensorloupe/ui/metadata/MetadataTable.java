package io.github.tensorloupe.ui.metadata;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.ui.metadata.MetadataArrangement.Order;
import io.github.tensorloupe.ui.text.Figures;
import io.github.tensorloupe.ui.text.Messages;
import io.github.tensorloupe.ui.theme.Icons;
import java.util.Optional;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.ObservableList;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.Tooltip;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The table of entries: key and value, each on one line.
final class MetadataTable extends TableView<MetadataRow> {

  /// The most characters of a key or value on one line.
  static final int SHOWN_CHARACTERS = 200;

  private static final double ROW_HEIGHT = 30;
  private static final KeyCombination COPY =
      new KeyCodeCombination(KeyCode.C, KeyCombination.SHORTCUT_DOWN);

  private final MetadataViewModel model;
  private final TableColumn<MetadataRow, MetadataRow> keyColumn;

  MetadataTable(MetadataViewModel model, Messages messages) {
    this.model = model;
    setId("metadata-table");
    setAccessibleText(messages.text("metadata.table"));
    getStyleClass().addAll("dense", "edge-to-edge");
    setFixedCellSize(ROW_HEIGHT);
    setColumnResizePolicy(CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
    keyColumn = column(messages.text("metadata.column.key"), 210);
    keyColumn.setCellFactory(_ -> new KeyCell(messages));
    TableColumn<MetadataRow, MetadataRow> valueColumn =
        column(messages.text("metadata.column.value"), 260);
    valueColumn.setCellFactory(_ -> new ValueCell(messages));
    valueColumn.setSortable(false);
    getColumns().add(keyColumn);
    getColumns().add(valueColumn);
    Label nothing = new Label(messages.text("metadata.no-match"));
    nothing.getStyleClass().add("muted");
    setPlaceholder(nothing);
    setItems(model.rows());
    setSortPolicy(_ -> sort(getSortOrder()));
    setContextMenu(contextMenu(messages));
    setOnKeyPressed(
        event -> {
          if (COPY.match(event)) {
            copySelected(MetadataRow::value);
            event.consume();
          }
        });
    followSelection();
  }

  private static TableColumn<MetadataRow, MetadataRow> column(String title, double prefWidth) {
    TableColumn<MetadataRow, MetadataRow> column = new TableColumn<>(title);
    column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue()));
    column.setPrefWidth(prefWidth);
    column.setMinWidth(80);
    column.setReorderable(false);
    return column;
  }

  private boolean sort(ObservableList<TableColumn<MetadataRow, ?>> columns) {
    Order order =
        !columns.contains(keyColumn)
            ? Order.FILE
            : keyColumn.getSortType() == TableColumn.SortType.ASCENDING
                ? Order.KEY_ASCENDING
                : Order.KEY_DESCENDING;
    model.orderProperty().set(order);
    return true;
  }

  private void followSelection() {
    getSelectionModel()
        .selectedItemProperty()
        .subscribe(row -> Optional.ofNullable(row).ifPresent(this::selectInModel));
    model.selectedRowProperty().subscribe(row -> row.ifPresent(this::selectHere));
  }

  private void selectInModel(MetadataRow row) {
    model.selectedRowProperty().set(Optional.of(row));
  }

  private void selectHere(MetadataRow row) {
    if (!row.equals(getSelectionModel().getSelectedItem())) {
      getSelectionModel().select(row);
    }
  }

  private ContextMenu contextMenu(Messages messages) {
    MenuItem value = new MenuItem(messages.text("metadata.copy-value"), Icons.of(Feather.COPY));
    value.setId("metadata-copy-value");
    value.setOnAction(_ -> copySelected(MetadataRow::value));
    MenuItem key = new MenuItem(messages.text("metadata.copy-key"));
    key.setId("metadata-copy-key");
    key.setOnAction(_ -> copySelected(MetadataRow::key));
    return new ContextMenu(value, key);
  }

  private void copySelected(Function<MetadataRow, String> part) {
    model.selectedRowProperty().get().map(part).ifPresent(MetadataTable::copy);
  }

  /// Puts a text onto the clipboard as it stands in the file.
  static void copy(String text) {
    ClipboardContent content = new ClipboardContent();
    content.putString(text);
    Clipboard.getSystemClipboard().setContent(content);
  }

  private static final class KeyCell extends TableCell<MetadataRow, MetadataRow> {
    private final Messages messages;
    private final Tooltip fullKey = new Tooltip();

    KeyCell(Messages messages) {
      this.messages = messages;
      getStyleClass().addAll("mono", "metadata-key");
      fullKey.setWrapText(true);
      fullKey.setMaxWidth(480);
    }

    @Override
    protected void updateItem(MetadataRow row, boolean empty) {
      super.updateItem(row, empty);
      if (empty || row == null) {
        setText(null);
        setTooltip(null);
        return;
      }
      setText(
          row.key().isEmpty()
              ? messages.text("metadata.empty-key")
              : DisplayText.of(row.key(), SHOWN_CHARACTERS));
      fullKey.setText(DisplayText.of(row.key(), 2000));
      setTooltip(fullKey);
    }
  }

  private static final class ValueCell extends TableCell<MetadataRow, MetadataRow> {
    private static final PseudoClass BLANK = PseudoClass.getPseudoClass("blank");

    private final Messages messages;
    private final FontIcon json = Icons.of(Feather.CODE, "icon-small", "metadata-json-icon");
    private final Label text = new Label();
    private final Label size = new Label();
    private final HBox line = new HBox(8, json, text, size);

    ValueCell(Messages messages) {
      this.messages = messages;
      text.getStyleClass().add("metadata-value");
      text.setMinWidth(0);
      text.setMaxWidth(Double.MAX_VALUE);
      HBox.setHgrow(text, Priority.ALWAYS);
      size.getStyleClass().add("caption");
      size.setMinWidth(USE_PREF_SIZE);
      line.setAlignment(Pos.CENTER_LEFT);
      // The cell is as wide as its column, however long the text.
      line.setPrefWidth(0);
    }

    @Override
    protected void updateItem(MetadataRow row, boolean empty) {
      super.updateItem(row, empty);
      if (empty || row == null) {
        setGraphic(null);
        return;
      }
      String value = row.value();
      boolean isLong = value.length() > SHOWN_CHARACTERS;
      boolean isBlank = value.isBlank();
      text.setText(
          !isBlank
              ? ReadableText.onOneLine(value, SHOWN_CHARACTERS)
              : messages.text(value.isEmpty() ? "metadata.empty-value" : "metadata.blank-value"));
      text.pseudoClassStateChanged(BLANK, isBlank);
      show(json, row.json());
      show(size, isLong);
      size.setText(isLong ? messages.text("metadata.characters", shortCount(value)) : "");
      setGraphic(line);
    }

    private static String shortCount(String value) {
      return Figures.shortCount(value.length());
    }

    private static void show(Node node, boolean shown) {
      node.setVisible(shown);
      node.setManaged(shown);
    }
  }
}
