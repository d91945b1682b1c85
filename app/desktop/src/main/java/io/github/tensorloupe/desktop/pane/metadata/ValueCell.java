package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The value of an entry on one line. A short one is edited in place.
final class ValueCell extends EntryCell {

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

  /// Whether a value fits into a field of one line.
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
