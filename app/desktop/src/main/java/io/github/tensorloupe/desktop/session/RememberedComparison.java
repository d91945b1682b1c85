package io.github.tensorloupe.desktop.session;

import module java.base;

/// The checkpoint that a document was compared with.
///
/// @param with absolute path of the newer checkpoint
/// @param sides name of the visible sides; empty if unknown
/// @param byHand pairs that the user made or split, in order
public record RememberedComparison(Path with, Optional<String> sides, List<ByHand> byHand) {

  /// A pair that the user made or split.
  ///
  /// @param a the tensor name in the base
  /// @param b the tensor name in the newer checkpoint
  public record ByHand(String a, String b, boolean isPair) {

    /// Returns the pair with its sides swapped.
    public ByHand turned() {
      return new ByHand(b, a, isPair);
    }
  }

  public RememberedComparison {
    if (!with.isAbsolute()) {
      throw new IllegalArgumentException(with + " is not absolute");
    }
    byHand = List.copyOf(byHand);
  }

  RememberedComparison renamed(Path from, Path to) {
    return with.equals(from) ? new RememberedComparison(to, sides, byHand) : this;
  }

  public static RememberedComparison with(Path path) {
    return new RememberedComparison(path.toAbsolutePath().normalize(), Optional.empty(), List.of());
  }
}
