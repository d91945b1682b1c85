package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;

import io.github.tensorloupe.desktop.pane.PictureText;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.EmbeddedJson;
import io.github.tensorloupe.edit.Entry;
import io.github.tensorloupe.edit.ReadableText;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.work.Cancellation;

/// An entry of the metadata, of any length and with any characters.
///
/// @param id unchanged for the lifetime of the entry
/// @param isJson true if the value is a JSON object or array
record MetadataRow(long id, String key, String value, boolean isJson) {

  static final int SHOWN_CHARACTERS = 200;

  private static final String SPACER = "__spacer";

  /// @throws java.util.concurrent.CancellationException if cancelled
  static List<MetadataRow> of(List<Entry> entries, Cancellation cancellation) {
    List<MetadataRow> rows = new ArrayList<>(entries.size());
    for (Entry entry : entries) {
      cancellation.check();
      boolean isJson = EmbeddedJson.parse(entry.value()).isPresent();
      rows.add(new MetadataRow(entry.id(), entry.key(), entry.value(), isJson));
    }
    return rows;
  }

  /// Returns whether the entry only reserves space for later edits.
  boolean isReserve() {
    return key.equals(SPACER) && value.chars().allMatch(each -> each == ' ');
  }

  boolean isLong() {
    return value.length() > SHOWN_CHARACTERS;
  }

  boolean isPicture() {
    return PictureText.isPicture(value);
  }

  String shownKey(Messages messages) {
    return key.isEmpty() ? shownKey(key, messages) : DisplayText.of(key, SHOWN_CHARACTERS);
  }

  static String shownKey(String key, Messages messages) {
    return key.isEmpty() ? messages.text("metadata.empty-key") : DisplayText.of(key);
  }

  /// Formats a value on one line, with a description instead of a blank value or a picture.
  ///
  /// @param limit maximum number of characters of the value
  static String shownValue(String value, int limit, Messages messages) {
    Optional<String> picture = PictureText.of(value, messages);
    if (picture.isPresent()) {
      return picture.get();
    }
    return value.isBlank()
        ? messages.text(value.isEmpty() ? "metadata.empty-value" : "metadata.blank-value")
        : ReadableText.onOneLine(value, limit);
  }

  /// The filter and order of the rows. Entries that only reserve space are never shown. Immutable.
  ///
  /// @param findText text that a key or value must contain, ignoring case
  record Arrangement(String findText, Order order) {

    enum Order {
      FILE,
      KEY_ASCENDING,
      KEY_DESCENDING
    }

    private static final Comparator<MetadataRow> BY_KEY =
        Comparator.comparing(MetadataRow::key, String.CASE_INSENSITIVE_ORDER)
            .thenComparing(MetadataRow::key);

    /// @throws java.util.concurrent.CancellationException if cancelled
    List<MetadataRow> arrange(List<MetadataRow> rows, Cancellation cancellation) {
      List<MetadataRow> shown = new ArrayList<>();
      for (MetadataRow row : rows) {
        cancellation.check();
        if (!row.isReserve() && (contains(row.key()) || contains(row.value()))) {
          shown.add(row);
        }
      }
      if (order != Order.FILE) {
        shown.sort(order == Order.KEY_ASCENDING ? BY_KEY : BY_KEY.reversed());
      }
      return shown;
    }

    private boolean contains(String text) {
      return IntStream.rangeClosed(0, text.length() - findText.length())
          .anyMatch(at -> text.regionMatches(true, at, findText, 0, findText.length()));
    }
  }
}
