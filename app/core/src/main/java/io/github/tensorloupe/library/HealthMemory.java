package io.github.tensorloupe.library;

import io.github.tensorloupe.model.FileIdentity;

/// Knows what earlier scans found out about the values of files. Thread-safe.
@FunctionalInterface
public interface HealthMemory {

  HealthMemory NONE = (_, _) -> Health.UNKNOWN;

  /// The known health of a file.
  ///
  /// @param tensorCount how many tensors its header has
  Health of(FileIdentity identity, int tensorCount);
}
