package io.github.tensorloupe.desktop.storage;

import module java.base;

/// A recent comparison of two checkpoints, which may no longer exist.
///
/// @param a the absolute path of the base
/// @param b the absolute path of the newer checkpoint
public record RecentComparison(Path a, Path b) {

  /// Makes both paths absolute.
  public RecentComparison {
    a = a.toAbsolutePath().normalize();
    b = b.toAbsolutePath().normalize();
  }
}
