package io.github.tensorloupe.format;

import module java.base;

/// The `__metadata__` map of strings, in the order of the file. Immutable.
///
/// @param entries keys and values; a repeated key has its first position and its last value
public record Metadata(SequencedMap<String, String> entries) {

  /// The key of an entry that reserves room for later edits, if its value consists of spaces.
  public static final String SPACER_KEY = "__spacer";

  /// A map without entries, which differs from a missing map.
  public static final Metadata EMPTY = new Metadata(new LinkedHashMap<>());

  public Metadata {
    entries = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(entries));
  }

  /// Returns metadata with these entries, in iteration order.
  public static Metadata of(Map<String, String> entries) {
    return new Metadata(
        entries instanceof SequencedMap<String, String> ordered
            ? ordered
            : new LinkedHashMap<>(entries));
  }
}
