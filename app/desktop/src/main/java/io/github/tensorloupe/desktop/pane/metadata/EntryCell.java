package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.edit.EditableText;
import io.github.tensorloupe.edit.ReadableText;
import io.github.tensorloupe.format.DisplayText;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// A cell of the table whose text can be edited in place. What was typed is kept wherever the
/// person goes next; only Escape drops it.
abstract class EntryCell extends TableCell<MetadataRow, MetadataRow> {

  private final MetadataTable table;
  private final EntryEditing editing;

  EntryCell(MetadataTable table, EntryEditing editing) {
    this.table = table;
    this.editing = editing;
    setOnMouseClicked(
        event -> {
          if (event.getButton() == MouseButton.PRIMARY
              && event.getClickCount() == 2
              && !isEmpty()) {
            table.startEditing(getIndex(), getTableColumn());
            event.consume();
          }
        });
  }

  /// The text that is edited.
  abstract String editedText(MetadataRow row);

  /// Takes over what was typed.
  abstract void commit(long id, String text);

  /// Shows a row that is not being edited.
  abstract void showItem(MetadataRow row);

  /// Shows nothing.
  abstract void clear();

  @Override
  public void startEdit() {
    if (getItem() == null) {
      return;
    }
    super.startEdit();
    if (isEditing()) {
      setText(null);
      TextField field = field(getItem());
      setGraphic(field);
      field.requestFocus();
      field.selectAll();
    }
  }

  private TextField field(MetadataRow row) {
    TextField field =
        new InlineField(this, editedText(row), editing, text -> commit(row.id(), text));
    field.setId("metadata-cell-field");
    field.setAccessibleText(getTableColumn().getText());
    field.addEventFilter(KeyEvent.KEY_PRESSED, this::keyPressed);
    return field;
  }

  private void keyPressed(KeyEvent event) {
    int index = getIndex();
    if (event.getCode() == KeyCode.ENTER) {
      finish();
      if (table.isNewWithoutValue(index)) {
        table.editNext(index, getTableColumn());
      }
    } else if (event.getCode() == KeyCode.ESCAPE) {
      editing.dropDraft();
      finish();
    } else if (event.getCode() == KeyCode.TAB) {
      finish();
      table.editNext(index, getTableColumn());
    } else {
      return;
    }
    event.consume();
  }

  private void finish() {
    cancelEdit();
    table.requestFocus();
  }

  /// Ends editing, for whatever reason; what was typed is kept.
  @Override
  public void cancelEdit() {
    super.cancelEdit();
    setGraphic(null);
    updateItem(getItem(), isEmpty());
    editing.commitDraft();
  }

  @Override
  protected final void updateItem(MetadataRow row, boolean empty) {
    super.updateItem(row, empty);
    if (empty || row == null) {
      clear();
    } else if (!isEditing()) {
      showItem(row);
    }
  }

  /// Shows a node or text where a field may have been.
  final void showOnly(String text, Node graphic) {
    setText(text);
    setGraphic(graphic);
  }

  /// The key of an entry, which is edited in place.
  static final class KeyCell extends EntryCell {

    private final Messages messages;
    private final EntryEditing editing;
    private final Tooltip fullKey = Tips.of("");

    KeyCell(MetadataTable table, EntryEditing editing, Messages messages) {
      super(table, editing);
      this.messages = messages;
      this.editing = editing;
      getStyleClass().addAll("mono", "metadata-key");
      fullKey.setWrapText(true);
      fullKey.setMaxWidth(480);
    }

    @Override
    String editedText(MetadataRow row) {
      return row.key();
    }

    @Override
    void commit(long id, String text) {
      editing.rename(id, text);
    }

    @Override
    void showItem(MetadataRow row) {
      String key =
          row.key().isEmpty()
              ? messages.text("metadata.empty-key")
              : DisplayText.of(row.key(), MetadataTable.SHOWN_CHARACTERS);
      showOnly(key, null);
      fullKey.setText(DisplayText.of(row.key(), 2000));
      setTooltip(fullKey);
    }

    @Override
    void clear() {
      showOnly(null, null);
      setTooltip(null);
    }
  }

  /// The value of an entry on one line. A short one is edited in place.
  static final class ValueCell extends EntryCell {

    private static final PseudoClass BLANK = PseudoClass.getPseudoClass("blank");

    private final Messages messages;
    private final EntryEditing editing;
    private final FontIcon json = Icons.of(Feather.CODE, "icon-small", "metadata-json-icon");
    private final Label text = new Label();
    private final Label size = new Label();
    private final HBox line = new HBox(8, json, text, size);

    ValueCell(MetadataTable table, EntryEditing editing, Messages messages) {
      super(table, editing);
      this.messages = messages;
      this.editing = editing;
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

    /// True where a value fits into a field of one line.
    static boolean isEditedInPlace(MetadataRow row) {
      String value = row.value();
      return !row.json()
          && value.length() <= MetadataTable.SHOWN_CHARACTERS
          && value.lines().limit(2).count() < 2
          && !value.endsWith("\n");
    }

    @Override
    String editedText(MetadataRow row) {
      return row.value();
    }

    @Override
    void commit(long id, String text) {
      editing.setValue(id, text);
    }

    @Override
    void showItem(MetadataRow row) {
      String value = row.value();
      boolean isLong = value.length() > MetadataTable.SHOWN_CHARACTERS;
      boolean isBlank = value.isBlank();
      text.setText(
          !isBlank
              ? ReadableText.onOneLine(value, MetadataTable.SHOWN_CHARACTERS)
              : messages.text(value.isEmpty() ? "metadata.empty-value" : "metadata.blank-value"));
      text.pseudoClassStateChanged(BLANK, isBlank);
      Nodes.show(json, row.json());
      Nodes.show(size, isLong);
      size.setText(
          isLong ? messages.text("metadata.characters", Figures.shortCount(value.length())) : "");
      showOnly(null, line);
    }

    @Override
    void clear() {
      showOnly(null, null);
    }
  }

  /// The field in which the text of a cell is edited in place. What is typed into it counts as
  /// pending from the first character on.
  static final class InlineField extends TextField {

    /// @param cell ends editing when the field loses the focus; its text is edited
    /// @param text before editing
    /// @param editing hears of what is typed
    /// @param onCommit receives what was typed
    InlineField(IndexedCell<?> cell, String text, EntryEditing editing, Consumer<String> onCommit) {
      EditableText before = EditableText.ofLine(text);
      setText(before.text());
      getStyleClass().addAll("small", "metadata-cell-field");
      textProperty()
          .addListener(
              (_, old, _) -> {
                if (old.equals(before.text())) {
                  editing.startDraft(
                      () -> onCommit.accept(before.value(getText())), cell::cancelEdit);
                }
              });
      focusedProperty()
          .addListener(
              (_, _, focused) -> {
                if (!focused && cell.isEditing()) {
                  cell.cancelEdit();
                }
              });
    }
  }
}
