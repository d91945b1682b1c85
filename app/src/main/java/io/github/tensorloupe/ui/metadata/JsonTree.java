package io.github.tensorloupe.ui.metadata;

import io.github.tensorloupe.edit.JsonValue;
import io.github.tensorloupe.ui.text.Messages;
import java.util.List;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.ObservableList;
import javafx.scene.control.Tooltip;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeTableCell;
import javafx.scene.control.TreeTableColumn;
import javafx.scene.control.TreeTableView;

/// A JSON value as a tree of names and values. Lines are made when the one above them is opened.
final class JsonTree extends TreeTableView<JsonEntry> {

  private static final double ROW_HEIGHT = 26;
  private static final List<String> KINDS =
      List.of("json-container", "json-string", "json-number", "json-keyword");

  JsonTree(Messages messages) {
    setId("metadata-json");
    setAccessibleText(messages.text("metadata.json"));
    setShowRoot(false);
    getStyleClass().addAll("dense", "edge-to-edge");
    setFixedCellSize(ROW_HEIGHT);
    setColumnResizePolicy(CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
    TreeTableColumn<JsonEntry, JsonEntry> name = column(messages.text("metadata.json.name"));
    name.setCellFactory(_ -> new NameCell(messages));
    TreeTableColumn<JsonEntry, JsonEntry> value = column(messages.text("metadata.json.value"));
    value.setCellFactory(_ -> new ValueCell(messages));
    getColumns().add(name);
    getColumns().add(value);
  }

  private static TreeTableColumn<JsonEntry, JsonEntry> column(String title) {
    TreeTableColumn<JsonEntry, JsonEntry> column = new TreeTableColumn<>(title);
    column.setCellValueFactory(item -> new ReadOnlyObjectWrapper<>(item.getValue().getValue()));
    column.setPrefWidth(220);
    column.setMinWidth(80);
    column.setSortable(false);
    column.setReorderable(false);
    return column;
  }

  /// Shows a value; the lines of its first level are visible.
  void show(JsonValue value) {
    TreeItem<JsonEntry> root = new Item(JsonEntry.of("", value));
    root.setExpanded(true);
    setRoot(root);
    scrollTo(0);
  }

  private static final class Item extends TreeItem<JsonEntry> {
    private boolean filled;

    Item(JsonEntry entry) {
      super(entry);
    }

    @Override
    public boolean isLeaf() {
      return !getValue().hasChildren();
    }

    @Override
    public ObservableList<TreeItem<JsonEntry>> getChildren() {
      if (!filled) {
        filled = true;
        super.getChildren().setAll(getValue().children().stream().map(Item::new).toList());
      }
      return super.getChildren();
    }
  }

  private static final class NameCell extends TreeTableCell<JsonEntry, JsonEntry> {
    private final Messages messages;

    NameCell(Messages messages) {
      this.messages = messages;
      getStyleClass().addAll("mono", "json-name");
    }

    @Override
    protected void updateItem(JsonEntry entry, boolean empty) {
      super.updateItem(entry, empty);
      setText(empty || entry == null ? null : entry.shownName(messages));
    }
  }

  private static final class ValueCell extends TreeTableCell<JsonEntry, JsonEntry> {
    private final Messages messages;
    private final Tooltip full = new Tooltip();

    ValueCell(Messages messages) {
      this.messages = messages;
      getStyleClass().addAll("mono", "json-value");
      full.setWrapText(true);
      full.setMaxWidth(480);
    }

    @Override
    protected void updateItem(JsonEntry entry, boolean empty) {
      super.updateItem(entry, empty);
      getStyleClass().removeAll(KINDS);
      if (empty || entry == null) {
        setText(null);
        setTooltip(null);
        return;
      }
      getStyleClass().add(entry.styleClass());
      setText(entry.shownValue(messages));
      full.setText(getText());
      setTooltip(getText().isEmpty() ? null : full);
    }
  }
}
