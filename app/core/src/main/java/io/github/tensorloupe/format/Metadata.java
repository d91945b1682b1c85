package io.github.tensorloupe.format;

import module java.base;

/// The `__metadata__` map of a header, in file order. Immutable.
///
/// @param entries values by key; a repeated key has the position of its first and the value of its
///   last occurrence
public record Metadata(SequencedMap<String, String> entries) {

  /// The key of an entry whose value consists of spaces, which reserves room for later edits.
  public static final String SPACER_KEY = "__spacer";

  /// The keys under which trainers store hashes of the data buffer.
  public static final Set<String> DATA_HASH_KEYS =
      Set.of("sshs_model_hash", "sshs_legacy_hash", "modelspec.hash_sha256");

  /// An empty map. Distinct from absent metadata.
  public static final Metadata EMPTY = new Metadata(new LinkedHashMap<>());

  public Metadata {
    entries = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(entries));
  }

  /// Returns metadata without hashes of the data buffer, for a file with other data.
  public Metadata withoutDataHashes() {
    SequencedMap<String, String> kept = new LinkedHashMap<>(entries);
    kept.keySet().removeAll(DATA_HASH_KEYS);
    return new Metadata(kept);
  }

  /// Returns metadata with the entries in iteration order of the map.
  public static Metadata of(Map<String, String> entries) {
    return new Metadata(
        entries instanceof SequencedMap<String, String> ordered
            ? ordered
            : new LinkedHashMap<>(entries));
  }
}
