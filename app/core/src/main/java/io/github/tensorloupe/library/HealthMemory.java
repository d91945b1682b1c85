package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.model.FileIdentity;

/// Knows what earlier scans found out about the values of files. Thread-safe.
@FunctionalInterface
public interface HealthMemory {

  HealthMemory NONE = (_, _) -> Health.UNKNOWN;

  /// The known health of a file.
  ///
  /// @param tensorCount how many tensors its header has
  Health health(FileIdentity identity, int tensorCount);

  /// The effective rank of an adapter; empty where it was not measured, NaN where it has none.
  default OptionalDouble effectiveRank(FileIdentity identity) {
    return OptionalDouble.empty();
  }
}
