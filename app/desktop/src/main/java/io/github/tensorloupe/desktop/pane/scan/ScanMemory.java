package io.github.tensorloupe.desktop.pane.scan;

import io.github.tensorloupe.desktop.selection.KnownValues;
import io.github.tensorloupe.model.Checkpoint;
import java.io.IOException;

/// Keeps what was found out from one time to the next. Used beside the FX thread.
@FunctionalInterface
public interface ScanMemory {

  /// Keeps nothing.
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

  /// The place of a checkpoint that has just been opened, and is still open.
  ///
  /// @throws IOException if its files cannot be told from others
  Place placeOf(Checkpoint checkpoint) throws IOException;

  /// Where the results of one checkpoint are kept. Its files may be closed by now.
  interface Place {

    /// What is known of it from before; nothing where a file has changed since.
    ///
    /// @throws IOException if what is kept cannot be read
    KnownValues recall() throws IOException;

    /// Keeps what is known now.
    ///
    /// @throws IOException if it cannot be written
    void keep(KnownValues known) throws IOException;
  }
}
