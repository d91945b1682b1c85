package io.github.tensorloupe.ui.metadata;

import io.github.tensorloupe.edit.EmbeddedJson;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.work.Cancellation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// One entry of the metadata, as it stands in the file: of any length, with any characters.
///
/// @param json whether the value is JSON held in a string
record MetadataRow(String key, String value, boolean json) {

  /// The rows of a map, in its order.
  ///
  /// @throws java.util.concurrent.CancellationException if cancelled
  static List<MetadataRow> of(Metadata metadata, Cancellation cancellation) {
    List<MetadataRow> rows = new ArrayList<>(metadata.entries().size());
    for (Map.Entry<String, String> entry : metadata.entries().entrySet()) {
      cancellation.check();
      boolean json = EmbeddedJson.parse(entry.getValue()).isPresent();
      rows.add(new MetadataRow(entry.getKey(), entry.getValue(), json));
    }
    return List.copyOf(rows);
  }
}
