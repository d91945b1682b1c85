package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.model.FileIdentity;

/// Results of earlier value scans. Thread-safe.
@FunctionalInterface
public interface KnownHealthLookup {

  KnownHealthLookup NONE = (_, _) -> Health.UNKNOWN;

  /// Returns the known health of a file.
  ///
  /// @param tensorCount the number of tensors in its header
  Health health(FileIdentity identity, int tensorCount);

  /// Returns the effective rank of an adapter. Empty if it was not measured, NaN if it is
  /// undefined.
  default OptionalDouble effectiveRank(FileIdentity identity) {
    return OptionalDouble.empty();
  }
}
