package io.github.tensorloupe.format;

import module java.base;

/// The `__metadata__` map of a header, in file order. Immutable.
///
/// @param entries values by key; a repeated key has the position of its first and the value of its
///   last occurrence
public record Metadata(SequencedMap<String, String> entries) {

  /// The key of an entry whose value consists of spaces, which reserves room for later edits.
  public static final String SPACER_KEY = "__spacer";

  /// An empty map. Distinct from absent metadata.
  public static final Metadata EMPTY = new Metadata(new LinkedHashMap<>());

  public Metadata {
    entries = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(entries));
  }

  /// Returns metadata with the entries in iteration order of the map.
  public static Metadata of(Map<String, String> entries) {
    return new Metadata(
        entries instanceof SequencedMap<String, String> ordered
            ? ordered
            : new LinkedHashMap<>(entries));
  }
}
