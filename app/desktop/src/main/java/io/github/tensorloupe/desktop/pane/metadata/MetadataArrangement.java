package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.work.Cancellation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Which rows are shown, and in which order; never those that are nothing but room. Immutable.
///
/// @param findText what a key or value must contain; case does not count
/// @param order how the rows are ordered
record MetadataArrangement(String findText, Order order) {

  /// How rows can be ordered.
  enum Order {
    FILE,
    KEY_ASCENDING,
    KEY_DESCENDING
  }

  /// All rows as they stand in the file.
  static final MetadataArrangement ALL = new MetadataArrangement("", Order.FILE);

  private static final Comparator<MetadataRow> BY_KEY =
      Comparator.comparing(MetadataRow::key, String.CASE_INSENSITIVE_ORDER)
          .thenComparing(MetadataRow::key);

  /// The rows that are shown.
  ///
  /// @throws java.util.concurrent.CancellationException if cancelled
  List<MetadataRow> arrange(List<MetadataRow> rows, Cancellation cancellation) {
    List<MetadataRow> shown = new ArrayList<>();
    for (MetadataRow row : rows) {
      cancellation.check();
      if (!row.isReserve() && (contains(row.key()) || contains(row.value()))) {
        shown.add(row);
      }
    }
    switch (order) {
      case FILE -> {}
      case KEY_ASCENDING -> shown.sort(BY_KEY);
      case KEY_DESCENDING -> shown.sort(BY_KEY.reversed());
    }
    return shown;
  }

  private boolean contains(String text) {
    int last = text.length() - findText.length();
    for (int at = 0; at <= last; at++) {
      if (text.regionMatches(true, at, findText, 0, findText.length())) {
        return true;
      }
    }
    return false;
  }
}
