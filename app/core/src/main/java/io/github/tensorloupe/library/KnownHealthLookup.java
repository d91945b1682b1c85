package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.model.FileIdentity;

/// A lookup for the results of earlier value scans. Thread-safe.
@FunctionalInterface
public interface KnownHealthLookup {

  KnownHealthLookup NONE = (_, _) -> Health.UNKNOWN;

  /// Returns the known health of a file.
  ///
  /// @param tensorCount the number of tensors in the header of the file
  Health health(FileIdentity identity, int tensorCount);

  /// Returns the effective rank of an adapter, NaN if it is undefined, or empty if it was not
  /// measured.
  default OptionalDouble effectiveRank(FileIdentity identity) {
    return OptionalDouble.empty();
  }
}
