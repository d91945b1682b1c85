package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.edit.JsonEdit;
import io.github.tensorloupe.edit.JsonTextException;
import java.util.Optional;

/// Everything that is shown of one entry. Immutable; made beside the FX thread.
///
/// @param text the value for reading
/// @param explanation message key of the sentence that says what the key means
/// @param json the value, where it is JSON held in a string
/// @param facts the value as a table, where it is one of those that are known
/// @param image the value, where it is a picture
record MetadataDetail(
    MetadataRow row,
    ReadableText text,
    Optional<String> explanation,
    Optional<JsonEdit> json,
    Optional<FactTable> facts,
    Optional<EmbeddedImage> image) {

  static MetadataDetail of(MetadataRow row) {
    Optional<JsonEdit> json = json(row);
    return new MetadataDetail(
        row,
        ReadableText.of(row.value()),
        KnownKeys.messageKey(row.key()),
        json,
        FactTable.of(row.key(), row.value()),
        EmbeddedImage.of(row.key(), row.value()));
  }

  private static Optional<JsonEdit> json(MetadataRow row) {
    if (!row.json()) {
      return Optional.empty();
    }
    try {
      return Optional.of(JsonEdit.of(row.value()));
    } catch (JsonTextException e) {
      throw new IllegalStateException("text that was JSON is none any more", e);
    }
  }
}
