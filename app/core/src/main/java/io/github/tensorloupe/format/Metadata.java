package io.github.tensorloupe.format;

import module java.base;

/// The `__metadata__` map: text to text, in the order of the file. Immutable.
///
/// @param entries keys and values; a key that the file repeats stands where it first occurred, with
///   the last value
public record Metadata(SequencedMap<String, String> entries) {

  /// The key whose value, if it is made of spaces only, is room that a writer reserved for later
  /// edits.
  public static final String SPACER_KEY = "__spacer";

  /// A map without entries, which is not the same as no map.
  public static final Metadata EMPTY = new Metadata(new LinkedHashMap<>());

  public Metadata {
    entries = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(entries));
  }

  /// The metadata with these entries, in the order of the map's iteration.
  public static Metadata of(Map<String, String> entries) {
    return new Metadata(
        entries instanceof SequencedMap<String, String> ordered
            ? ordered
            : new LinkedHashMap<>(entries));
  }
}
