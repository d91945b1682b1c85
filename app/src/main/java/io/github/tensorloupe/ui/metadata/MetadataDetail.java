package io.github.tensorloupe.ui.metadata;

import io.github.tensorloupe.edit.EmbeddedJson;
import io.github.tensorloupe.edit.JsonValue;
import java.util.Optional;

/// Everything that is shown of one entry. Immutable; made beside the FX thread.
///
/// @param text the value for reading
/// @param explanation message key of the sentence that says what the key means
/// @param json the value, where it is JSON held in a string
/// @param image the value, where it is a picture
record MetadataDetail(
    MetadataRow row,
    ReadableText text,
    Optional<String> explanation,
    Optional<JsonValue> json,
    Optional<EmbeddedImage> image) {

  static MetadataDetail of(MetadataRow row) {
    return new MetadataDetail(
        row,
        ReadableText.of(row.value()),
        KnownKeys.messageKey(row.key()),
        row.json() ? EmbeddedJson.parse(row.value()) : Optional.empty(),
        EmbeddedImage.of(row.key(), row.value()));
  }
}
