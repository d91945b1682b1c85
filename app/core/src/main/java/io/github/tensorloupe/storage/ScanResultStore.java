package io.github.tensorloupe.storage;

import module java.base;

import io.github.tensorloupe.library.Health;
import io.github.tensorloupe.library.KnownHealthLookup;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.FileIdentity;

/// Stores scan results between sessions. Used in the background.
@FunctionalInterface
public interface ScanResultStore extends KnownHealthLookup {

  ScanResultStore NONE =
      checkpoint ->
          new ScanResultKey() {
            @Override
            public KnownValues recall() {
              return new KnownValues(checkpoint.tensors().size());
            }

            @Override
            public void keep(KnownValues known) {}
          };

  /// @throws IOException if its files cannot be identified
  ScanResultKey placeOf(Checkpoint checkpoint) throws IOException;

  @Override
  default Health health(FileIdentity identity, int tensorCount) {
    return Health.UNKNOWN;
  }

  /// Stores the effective rank of an adapter; NaN if it has none.
  ///
  /// @throws IOException if writing fails
  default void keepEffectiveRank(FileIdentity identity, double rank) throws IOException {}

  /// The stored results of a checkpoint, whose files may be closed.
  interface ScanResultKey {

    /// Returns the stored results, except results of changed files.
    KnownValues recall() throws IOException;

    void keep(KnownValues known) throws IOException;
  }
}
