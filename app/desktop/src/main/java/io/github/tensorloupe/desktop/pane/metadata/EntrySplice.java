package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.edit.MetadataEdits.Entry;
import java.util.List;

/// One stretch of a list of entries that others have taken the place of.
///
/// @param begin index of the first entry that differs
/// @param removedCount how many entries are gone from there
/// @param added what stands there instead
record EntrySplice(int begin, int removedCount, List<Entry> added) {

  /// What differs between two lists, from the first to the last difference. Entries that stayed are
  /// the same objects, so that no text is compared.
  static EntrySplice between(List<Entry> before, List<Entry> after) {
    int shorter = Math.min(before.size(), after.size());
    int begin = 0;
    while (begin < shorter && before.get(begin) == after.get(begin)) {
      begin++;
    }
    int same = 0;
    while (same < shorter - begin
        && before.get(before.size() - 1 - same) == after.get(after.size() - 1 - same)) {
      same++;
    }
    return new EntrySplice(
        begin, before.size() - same - begin, after.subList(begin, after.size() - same));
  }

  /// How much text stands there now.
  long addedCharacters() {
    return added.stream()
        .mapToLong(entry -> (long) entry.key().length() + entry.value().length())
        .sum();
  }
}
