package io.github.tensorloupe.desktop.storage;

import module java.base;

import io.github.tensorloupe.library.Health;
import io.github.tensorloupe.library.KnownHealthLookup;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.FileIdentity;

/// A persistent store of scan results. Methods may block and must not be called on the UI thread.
@FunctionalInterface
public interface ScanResultStore extends KnownHealthLookup {

  ScanResultStore NONE =
      checkpoint ->
          new ScanResultKey() {
            @Override
            public KnownValues load() {
              return new KnownValues(checkpoint.tensors().size());
            }

            @Override
            public void store(KnownValues known) {}
          };

  /// Returns the key of a checkpoint for reading and storing its results.
  ///
  /// @throws IOException if the files of the checkpoint cannot be identified
  ScanResultKey keyOf(Checkpoint checkpoint) throws IOException;

  @Override
  default Health health(FileIdentity identity, int tensorCount) {
    return Health.UNKNOWN;
  }

  /// Stores the effective rank of an adapter. The default implementation does nothing.
  ///
  /// @param rank the effective rank, or NaN if it is undefined
  /// @throws IOException if writing fails
  default void storeEffectiveRank(FileIdentity identity, double rank) throws IOException {}

  /// Access to the stored results of a checkpoint, even after its files are closed.
  interface ScanResultKey {

    /// Returns the stored results, without results of files that have changed.
    KnownValues load() throws IOException;

    void store(KnownValues known) throws IOException;
  }
}
