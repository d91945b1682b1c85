package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// One of the two checkpoints that are compared. Immutable and thread-safe; closes the checkpoint,
/// so whoever borrowed it does not close this.
///
/// @param path as it was given
/// @param checkpoint what is open
/// @param tensors that are compared, file by file, each by data offsets; of a name in two shards
///   the one that the index assigns
/// @param metadata by key, sorted by code points
/// @param refusals why it is not one whole checkpoint, which a program must not pass over; what is
///   there can be compared all the same
public record Side(
    Path path,
    Checkpoint checkpoint,
    List<TensorRef> tensors,
    SequencedMap<String, MetadataValue> metadata,
    List<Sentence> refusals)
    implements AutoCloseable {

  /// Opens a file, an index with its shards, or the files of a folder, without those below it.
  ///
  /// @throws IOException if there is nothing at the path, or it cannot be read
  public static Side open(Path path, Cancellation cancellation, Progress progress)
      throws IOException {
    throw new UnsupportedOperationException();
  }

  /// A checkpoint that is open already.
  public static Side of(Checkpoint checkpoint) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() throws IOException {
    checkpoint.close();
  }
}
