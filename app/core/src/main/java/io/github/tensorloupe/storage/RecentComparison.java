package io.github.tensorloupe.storage;

import module java.base;

/// Two checkpoints that were compared before; either may be gone.
///
/// @param a the base, absolute
/// @param b the newer one, absolute
public record RecentComparison(Path a, Path b) {

  /// Makes both absolute.
  public RecentComparison {
    a = a.toAbsolutePath().normalize();
    b = b.toAbsolutePath().normalize();
  }
}
