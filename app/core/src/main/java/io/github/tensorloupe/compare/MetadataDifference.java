package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.format.NameOrder;
import io.github.tensorloupe.text.Spelled;

/// A metadata key with different values in two checkpoints.
///
/// @param a the values in the base, see [Side#metadata()]; empty if the key was added
/// @param b the values in the newer checkpoint; empty if the key was removed
public record MetadataDifference(
    String key, Kind kind, Optional<List<String>> a, Optional<List<String>> b) {

  public enum Kind implements Spelled {
    ADDED,
    REMOVED,
    CHANGED
  }

  /// Returns the differences, ordered by the code points of the keys.
  public static List<MetadataDifference> between(Side a, Side b) {
    SortedSet<String> keys = new TreeSet<>(NameOrder::compare);
    keys.addAll(a.metadata().keySet());
    keys.addAll(b.metadata().keySet());
    return keys.stream()
        .map(key -> of(key, a.metadata().get(key), b.metadata().get(key)))
        .filter(change -> !change.a.equals(change.b))
        .toList();
  }

  private static MetadataDifference of(String key, List<String> a, List<String> b) {
    Kind kind = a == null ? Kind.ADDED : b == null ? Kind.REMOVED : Kind.CHANGED;
    return new MetadataDifference(key, kind, Optional.ofNullable(a), Optional.ofNullable(b));
  }
}
