package io.github.tensorloupe.compare;

import module java.base;

/// A metadata key that the two checkpoints do not agree on.
///
/// @param a the value in the base; empty where the key was added
/// @param b the value in the newer checkpoint; empty where the key was removed
public record MetadataChange(
    String key, Kind kind, Optional<MetadataValue> a, Optional<MetadataValue> b) {

  public enum Kind {
    ADDED,
    REMOVED,
    CHANGED;

    /// The spelling in JSON.
    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// The keys that differ, by code points.
  public static List<MetadataChange> between(Side a, Side b) {
    throw new UnsupportedOperationException();
  }
}
