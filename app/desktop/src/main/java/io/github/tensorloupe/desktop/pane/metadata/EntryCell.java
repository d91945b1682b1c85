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

  private final MetadataTable table;
  private final EntryEditing editing;
  private final Function<MetadataRow, String> edited;
  private final BiFunction<Long, String, Consumer<MetadataEdits>> change;

  /// @param edited returns the text to edit
  /// @param change creates the change that commits the typed text of the entry with an id
  EntryCell(
      MetadataTable table,
      EntryEditing editing,
      Function<MetadataRow, String> edited,
      BiFunction<Long, String, Consumer<MetadataEdits>> change) {
    this.table = table;
    this.editing = editing;
    this.edited = edited;
    this.change = change;
    InlineField.onDoubleClick(this, () -> table.startEditing(getIndex(), getTableColumn()));
  }

  abstract void showItem(MetadataRow row);

  @Override
  public void startEdit() {
    MetadataRow row = getItem();
    if (row == null) {
      return;
    }
    super.startEdit();
    if (isEditing()) {
      int index = getIndex();
      new InlineField(
              this,
              edited.apply(row),
              editing,
              (edits, text) ->
                  edits.entry(row.id()).ifPresent(_ -> change.apply(row.id(), text).accept(edits)))
          .offering(choices())
          .open(
              "metadata-cell-field",
              getTableColumn().getText(),
              Set.of(KeyCode.ENTER, KeyCode.TAB),
              key -> table.editNext(index, getTableColumn(), key));
    }
  }

  /// Returns completions for the typed text; empty if the cell has no predefined values.
  Function<String, List<FieldChoice>> choices() {
    return _ -> List.of();
  }

  /// Ends editing for any reason, and commits the typed text.
  @Override
  public void cancelEdit() {
    super.cancelEdit();
    updateItem(getItem(), isEmpty());
    editing.document.commitDraft();
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

    private final MetadataViewModel model;
    private final Messages messages;

    KeyCell(MetadataTable table, MetadataViewModel model, Messages messages) {
      super(table, model.editing, MetadataRow::key, (id, key) -> edits -> edits.rename(id, key));
      this.model = model;
      this.messages = messages;
      getStyleClass().addAll("mono", "metadata-key");
      // Keys of one family have the same prefix.
      setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
      Tips.setTooltip(this, () -> getItem() == null ? "" : DisplayText.of(getItem().key(), 2000));
    }

    @Override
    Function<String, List<FieldChoice>> choices() {
      return model::knownKeys;
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

    private final Messages messages;
    private final FontIcon json = Icons.of(Feather.CODE, "icon-small", "metadata-json-icon");
    private final Label text = PanelParts.label("", "metadata-value");
    private final Label size = PanelParts.label("", "caption");
    private final HBox line = PanelParts.row(8, json, text, size);

    ValueCell(MetadataTable table, EntryEditing editing, Messages messages) {
      super(table, editing, MetadataRow::value, (id, value) -> edits -> edits.setValue(id, value));
      this.messages = messages;
      text.setMinWidth(0);
      PanelParts.grow(text);
      size.setMinWidth(USE_PREF_SIZE);
      // Otherwise a long text would widen the cell beyond its column.
      line.setPrefWidth(0);
    }

    static boolean isEditedInPlace(MetadataRow row) {
      String value = row.value();
      return !row.json()
          && !row.isLong()
          && value.lines().limit(2).count() < 2
          && !value.endsWith("\n");
    }

    @Override
    void showItem(MetadataRow row) {
      String value = row.value();
      text.setText(MetadataRow.shownValue(value, MetadataRow.SHOWN_CHARACTERS, messages));
      text.pseudoClassStateChanged(BLANK, value.isBlank());
      PanelParts.setShown(json, row.json());
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

    InlineField offering(Function<String, List<FieldChoice>> choices) {
      new Suggestions(this, choices, this::requestFocus);
      return this;
    }

    static void onDoubleClick(IndexedCell<?> cell, Runnable startEditing) {
      cell.setOnMouseClicked(
          event -> {
            if (event.getButton() == MouseButton.PRIMARY
                && event.getClickCount() == 2
                && !cell.isEmpty()) {
              startEditing.run();
              event.consume();
            }
          });
    }

    /// @param endKeys keys that end editing, in addition to Escape, which discards the typed text
    /// @param onEnd receives the key that ended editing
    void open(String id, String name, Set<KeyCode> endKeys, Consumer<KeyCode> onEnd) {
      setId(id);
      setAccessibleText(name);
      addEventFilter(
          KeyEvent.KEY_PRESSED,
          event -> {
            if (event.isConsumed()) {
              return;
            }
            if (event.getCode() == KeyCode.ESCAPE) {
              editing.document.dropDraft();
            } else if (!endKeys.contains(event.getCode())) {
              return;
            }
            event.consume();
            cell.cancelEdit();
            onEnd.accept(event.getCode());
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
