package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.format.Metadata;

/// A change that can be made to any metadata: one edit for many files. Keeps the order of the keys
/// that stay and appends new ones.
@FunctionalInterface
public interface MetadataChange {

  /// The metadata after the change.
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

  /// Adds the entries of other metadata; keys that are there already get its values.
  static MetadataChange merge(Metadata metadata) {
    return set(metadata.entries());
  }

  /// Puts other metadata in place of what is there.
  static MetadataChange replace(Metadata metadata) {
    return _ -> metadata;
  }
}
