package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import javafx.scene.control.Tooltip;

/// The key of an entry, which is edited in place.
final class KeyCell extends EntryCell {

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
