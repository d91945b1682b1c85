package io.github.tensorloupe.storage;

import module java.base;

import io.github.tensorloupe.model.Checkpoint;

/// Stores scan results between sessions. Used in the background.
@FunctionalInterface
public interface ScanMemory {

  ScanMemory NONE =
      checkpoint ->
          new Place() {
            @Override
            public KnownValues recall() {
              return new KnownValues(checkpoint.tensors().size());
            }

            @Override
            public void keep(KnownValues known) {}
          };

  /// @throws IOException if its files cannot be identified
  Place placeOf(Checkpoint checkpoint) throws IOException;

  /// The stored results of a checkpoint, whose files may be closed.
  interface Place {

    /// The stored results, without those of changed files.
    KnownValues recall() throws IOException;

    void keep(KnownValues known) throws IOException;
  }
}
