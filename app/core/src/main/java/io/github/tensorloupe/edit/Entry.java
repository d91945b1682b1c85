package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.format.Metadata;

/// A metadata entry while it is edited. Several entries may have the same key, which prevents
/// saving.
///
/// @param id the identity of the entry, constant while its key and value are edited
public record Entry(long id, String key, String value) {

  public Entry {
    Objects.requireNonNull(key);
    Objects.requireNonNull(value);
  }

  public boolean hasSameContent(Entry other) {
    return key.equals(other.key) && value.equals(other.value);
  }

  /// Returns entries with consecutive ids from `firstId`.
  static List<Entry> of(Metadata metadata, int firstId) {
    List<Entry> entries = new ArrayList<>();
    metadata
        .entries()
        .forEach((key, value) -> entries.add(new Entry(firstId + entries.size(), key, value)));
    return entries;
  }
}
