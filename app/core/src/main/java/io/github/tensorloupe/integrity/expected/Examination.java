package io.github.tensorloupe.integrity.expected;

import module java.base;

import io.github.tensorloupe.integrity.hash.FileHashes;

/// The result of one pass over a file.
///
/// @param checks one for each promise about it
public record Examination(FileHashes hashes, List<Check> checks) {

  public Examination {
    checks = List.copyOf(checks);
  }

  /// The worst result of all promises; unknown where there are none.
  public Check.Result result() {
    return Check.worst(checks);
  }
}
