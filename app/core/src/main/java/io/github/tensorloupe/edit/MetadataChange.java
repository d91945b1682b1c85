package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.format.Metadata;

/// A change that can be applied to the metadata of many files. Preserves the order of existing keys
/// and appends new keys.
@FunctionalInterface
public interface MetadataChange {

  Metadata apply(Metadata before);

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
    Set<String> unwanted = new HashSet<>(keys);
    return before -> {
      Map<String, String> after = new LinkedHashMap<>(before.entries());
      after.keySet().removeAll(unwanted);
      return Metadata.of(after);
    };
  }

  static MetadataChange replace(Metadata metadata) {
    return _ -> metadata;
  }
}
