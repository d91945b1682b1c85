package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.format.Metadata;

/// A key of the metadata with its value. Several entries of a list may have the same key, but
/// cannot be saved.
///
/// @param id constant while the entry is edited
public record Entry(long id, String key, String value) {

  public Entry {
    Objects.requireNonNull(key);
    Objects.requireNonNull(value);
  }

  /// Returns the entries of metadata, with consecutive ids.
  static List<Entry> of(Metadata metadata, int firstId) {
    List<Entry> entries = new ArrayList<>();
    metadata
        .entries()
        .forEach((key, value) -> entries.add(new Entry(firstId + entries.size(), key, value)));
    return entries;
  }
}
