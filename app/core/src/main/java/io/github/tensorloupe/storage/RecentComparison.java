package io.github.tensorloupe.storage;

import module java.base;

/// Two recently compared checkpoints, which may no longer exist.
///
/// @param a the path of the base, absolute
/// @param b the path of the newer checkpoint, absolute
public record RecentComparison(Path a, Path b) {

  /// Makes both paths absolute.
  public RecentComparison {
    a = a.toAbsolutePath().normalize();
    b = b.toAbsolutePath().normalize();
  }
}
