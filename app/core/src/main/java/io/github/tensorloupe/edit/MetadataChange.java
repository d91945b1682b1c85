package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.format.Metadata;

/// A change that can be applied to the metadata of many files. Preserves the order of existing keys
/// and appends new keys.
@FunctionalInterface
public interface MetadataChange {

  Metadata apply(Metadata before);

  /// Returns a change that sets the given keys to the given values.
  static MetadataChange set(SequencedMap<String, String> entries) {
    SequencedMap<String, String> wanted = new LinkedHashMap<>(entries);
    return before -> {
      Map<String, String> after = new LinkedHashMap<>(before.entries());
      after.putAll(wanted);
      return Metadata.of(after);
    };
  }

  /// Returns a change that removes keys. Absent keys are ignored.
  static MetadataChange unset(Set<String> keys) {
    Set<String> unwanted = Set.copyOf(keys);
    return before -> {
      Map<String, String> after = new LinkedHashMap<>(before.entries());
      after.keySet().removeAll(unwanted);
      return Metadata.of(after);
    };
  }

  /// Returns a change that repeats changes made to other metadata, except for reordering.
  static MetadataChange replay(List<EntryChange> changes) {
    Set<String> removed = new LinkedHashSet<>();
    SequencedMap<String, String> set = new LinkedHashMap<>();
    for (EntryChange change : changes) {
      switch (change) {
        case EntryChange.Added(String key, String value) -> set.put(key, value);
        case EntryChange.Removed(String key, String _) -> removed.add(key);
        case EntryChange.Revalued(String key, String _, String after) -> set.put(key, after);
        case EntryChange.Renamed(String before, String now, String _, String value) -> {
          removed.add(before);
          set.put(now, value);
        }
        case EntryChange.Reordered _ -> {}
      }
    }
    return before -> set(set).apply(unset(removed).apply(before));
  }

  /// Returns a change that replaces all metadata.
  static MetadataChange replace(Metadata metadata) {
    return _ -> metadata;
  }
}
