package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.edit.EmbeddedJson;
import io.github.tensorloupe.edit.MetadataEdits.Entry;
import io.github.tensorloupe.work.Cancellation;
import java.util.ArrayList;
import java.util.List;

/// One entry of the metadata: of any length, with any characters.
///
/// @param id the same as long as the entry exists
/// @param json whether the value is JSON held in a string
record MetadataRow(long id, String key, String value, boolean json) {

  private static final String SPACER = "__spacer";

  /// The rows of entries, in their order.
  ///
  /// @throws java.util.concurrent.CancellationException if cancelled
  static List<MetadataRow> of(List<Entry> entries, Cancellation cancellation) {
    List<MetadataRow> rows = new ArrayList<>(entries.size());
    for (Entry entry : entries) {
      cancellation.check();
      boolean json = EmbeddedJson.parse(entry.value()).isPresent();
      rows.add(new MetadataRow(entry.id(), entry.key(), entry.value(), json));
    }
    return rows;
  }

  /// Whether the entry is nothing but room for later edits, which nobody wants to look at.
  boolean isReserve() {
    return key.equals(SPACER) && value.chars().allMatch(each -> each == ' ');
  }
}
