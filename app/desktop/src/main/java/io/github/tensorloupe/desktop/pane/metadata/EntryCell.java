package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.selection.MetadataEdits;
import io.github.tensorloupe.desktop.text.EditableText;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// A table cell with in-place editing. Typed text is committed however the user leaves the cell;
/// only Escape discards it.
abstract class EntryCell extends TableCell<MetadataRow, MetadataRow> {

  final MetadataViewModel model;
  final Messages messages;
  private final MetadataTable table;

  EntryCell(MetadataTable table, MetadataViewModel model, Messages messages) {
    this.table = table;
    this.model = model;
    this.messages = messages;
    InlineField.onDoubleClick(this, () -> table.startEditing(getIndex(), getTableColumn()));
  }

  abstract void showItem(MetadataRow row);

  /// Returns the text to edit.
  abstract String text(MetadataRow row);

  /// Applies the typed text.
  abstract void change(MetadataEdits edits, long id, String text);

  @Override
  public void startEdit() {
    MetadataRow row = getItem();
    if (row == null) {
      return;
    }
    super.startEdit();
    if (isEditing()) {
      int index = getIndex();
      InlineField field =
          new InlineField(
              this,
              text(row),
              model.editing,
              (edits, typed) ->
                  edits.entry(row.id()).ifPresent(_ -> change(edits, row.id(), typed)));
      addSuggestions(field);
      field.open(
          "metadata-cell-field",
          getTableColumn().getText(),
          Set.of(KeyCode.ENTER, KeyCode.TAB),
          key -> table.editNext(index, getTableColumn(), key));
    }
  }

  /// Adds completions to the field, if there are any.
  void addSuggestions(InlineField field) {}

  /// Ends editing for any reason, and commits the typed text.
  @Override
  public void cancelEdit() {
    super.cancelEdit();
    updateItem(getItem(), isEmpty());
    model.editing.document.commitDraft();
  }

  @Override
  protected final void updateItem(MetadataRow row, boolean empty) {
    super.updateItem(row, empty);
    if (empty || row == null) {
      setText(null);
      setGraphic(null);
    } else if (!isEditing()) {
      showItem(row);
    }
  }

  static final class KeyCell extends EntryCell {

    KeyCell(MetadataTable table, MetadataViewModel model, Messages messages) {
      super(table, model, messages);
      getStyleClass().addAll("mono", "metadata-key");
      // Keys of one family have the same prefix.
      setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
      Tips.setTooltip(this, () -> getItem() == null ? "" : DisplayText.of(getItem().key(), 2000));
    }

    @Override
    String text(MetadataRow row) {
      return row.key();
    }

    @Override
    void change(MetadataEdits edits, long id, String text) {
      edits.rename(id, text);
    }

    @Override
    void addSuggestions(InlineField field) {
      new Suggestions(field, model::knownKeys, field::requestFocus);
    }

    @Override
    void showItem(MetadataRow row) {
      setText(row.shownKey(messages));
      setGraphic(null);
    }
  }

  /// The value of an entry on one line. A short value is edited in place.
  static final class ValueCell extends EntryCell {

    private static final PseudoClass BLANK = PseudoClass.getPseudoClass("blank");

    private final FontIcon json = Icons.of(Feather.CODE, "icon-small", "metadata-json-icon");
    private final Label text = PanelParts.label("", "metadata-value");
    private final Label size = PanelParts.uncut("", "caption");
    private final HBox line = PanelParts.row(8, json, text, size);

    ValueCell(MetadataTable table, MetadataViewModel model, Messages messages) {
      super(table, model, messages);
      text.setMinWidth(0);
      PanelParts.grow(text);
      // Otherwise a long text would widen the cell beyond its column.
      line.setPrefWidth(0);
    }

    static boolean isEditedInPlace(MetadataRow row) {
      String value = row.value();
      boolean isOneLine = value.lines().limit(2).count() < 2 && !value.endsWith("\n");
      return isOneLine && !row.isJson() && !row.isLong();
    }

    @Override
    String text(MetadataRow row) {
      return row.value();
    }

    @Override
    void change(MetadataEdits edits, long id, String text) {
      edits.setValue(id, text);
    }

    @Override
    void showItem(MetadataRow row) {
      String value = row.value();
      text.setText(MetadataRow.shownValue(value, MetadataRow.SHOWN_CHARACTERS, messages));
      text.pseudoClassStateChanged(BLANK, value.isBlank());
      PanelParts.setShown(json, row.isJson());
      PanelParts.setShown(size, row.isLong() && !row.isPicture());
      size.setText(messages.text("metadata.characters", messages.shortCount(value.length())));
      setText(null);
      setGraphic(line);
    }
  }

  /// The text field for in-place editing of a cell. The text becomes a pending draft when the first
  /// character is typed.
  static final class InlineField extends TextField {

    private final IndexedCell<?> cell;
    private final EntryEditing editing;

    /// @param cell the edited cell, which stops editing when the field loses the focus
    /// @param text the text before editing
    /// @param change applies the typed text to the edits
    InlineField(
        IndexedCell<?> cell,
        String text,
        EntryEditing editing,
        BiConsumer<MetadataEdits, String> change) {
      this.cell = cell;
      this.editing = editing;
      EditableText before = EditableText.ofLine(text);
      setText(before.text());
      getStyleClass().addAll("small", "metadata-cell-field");
      textProperty()
          .subscribe(
              (old, _) -> {
                if (old.equals(before.text())) {
                  editing.startDraft(
                      edits -> change.accept(edits, before.value(getText())), cell::cancelEdit);
                }
              });
      focusedProperty()
          .subscribe(
              (_, focused) -> {
                if (!focused && cell.isEditing()) {
                  cell.cancelEdit();
                }
              });
    }

    static void onDoubleClick(IndexedCell<?> cell, Runnable startEditing) {
      cell.setOnMouseClicked(
          event -> {
            boolean isPrimary = event.getButton() == MouseButton.PRIMARY;
            if (isPrimary && event.getClickCount() == 2 && !cell.isEmpty()) {
              startEditing.run();
              event.consume();
            }
          });
    }

    /// Shows the field in the cell.
    ///
    /// @param endKeys keys that end editing, in addition to Escape, which discards the typed text
    /// @param onEnd receives the key that ended editing
    void open(String id, String name, Set<KeyCode> endKeys, Consumer<KeyCode> onEnd) {
      setId(id);
      setAccessibleText(name);
      addEventFilter(
          KeyEvent.KEY_PRESSED,
          event -> {
            KeyCode key = event.getCode();
            if (event.isConsumed() || key != KeyCode.ESCAPE && !endKeys.contains(key)) {
              return;
            }
            if (key == KeyCode.ESCAPE) {
              editing.document.dropDraft();
            }
            event.consume();
            cell.cancelEdit();
            onEnd.accept(key);
          });
      cell.setText(null);
      cell.setGraphic(this);
      // The cell of the first entry is created before it is added to the scene.
      sceneProperty()
          .subscribe(
              scene -> {
                if (scene != null) {
                  requestFocus();
                  selectAll();
                }
              });
    }
  }
}
