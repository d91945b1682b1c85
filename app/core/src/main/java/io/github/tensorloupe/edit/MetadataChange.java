package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.format.Metadata;

/// A change that can be made to any metadata: one edit for many files. Keeps the order of the keys
/// that stay and appends new ones.
@FunctionalInterface
public interface MetadataChange {

  Metadata apply(Metadata before);

  /// Gives keys these values.
  static MetadataChange set(SequencedMap<String, String> entries) {
    SequencedMap<String, String> wanted = new LinkedHashMap<>(entries);
    return before -> {
      Map<String, String> after = new LinkedHashMap<>(before.entries());
      after.putAll(wanted);
      return Metadata.of(after);
    };
  }

  /// Takes keys out; the ones that are not there are no matter.
  static MetadataChange unset(Set<String> keys) {
    Set<String> unwanted = Set.copyOf(keys);
    return before -> {
      Map<String, String> after = new LinkedHashMap<>(before.entries());
      after.keySet().removeAll(unwanted);
      return Metadata.of(after);
    };
  }

  /// Makes changes again that were made elsewhere, but for the order of the keys.
  static MetadataChange again(List<EntryChange> changes) {
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

  /// Puts other metadata in place of what is there.
  static MetadataChange replace(Metadata metadata) {
    return _ -> metadata;
  }
}
