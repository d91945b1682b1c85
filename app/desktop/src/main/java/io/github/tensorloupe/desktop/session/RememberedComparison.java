package io.github.tensorloupe.desktop.session;

import module java.base;

/// The other checkpoint that a document was compared with.
///
/// @param with the newer one, absolute
/// @param sides which of both was seen, by a name; empty where nobody knows
/// @param byHand the pairs that a person made and took apart, the first one first
public record RememberedComparison(Path with, Optional<String> sides, List<ByHand> byHand) {

  /// Two tensors that a person has made a pair, or taken apart.
  ///
  /// @param a the name in the base
  /// @param b the name in the newer checkpoint
  public record ByHand(String a, String b, boolean isPair) {

    /// The same where the checkpoints have changed their places.
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

  public static RememberedComparison with(Path path) {
    return new RememberedComparison(path.toAbsolutePath().normalize(), Optional.empty(), List.of());
  }
}
