package io.github.tensorloupe.storage;

import module java.base;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.health.HealthScan;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Scans the values of checkpoints that nobody has open, and keeps the results as if somebody had.
/// Blocks the calling thread.
public record ValuesCheck(ScanMemory memory) {

  /// Scans the tensors of which nothing is kept.
  ///
  /// @param path a file, an index or a folder
  /// @param progress in bytes
  /// @throws IOException if the checkpoint cannot be read, changes meanwhile, or the results cannot
  ///   be kept
  public void run(Path path, Cancellation cancellation, Progress progress) throws IOException {
    try (Checkpoint checkpoint = Checkpoint.open(path, cancellation, Progress.NONE)) {
      ScanMemory.Place place = memory.placeOf(checkpoint);
      KnownValues known = place.recall();
      List<Integer> indexes = new ArrayList<>();
      List<TensorData> left = new ArrayList<>();
      for (int i = 0; i < checkpoint.tensors().size(); i++) {
        Optional<TensorData> data = checkpoint.tensors().get(i).data();
        if (data.isPresent() && known.health(i).isEmpty()) {
          indexes.add(i);
          left.add(data.get());
        }
      }
      if (!left.isEmpty()) {
        new HealthScan(ChunkedScan.besideOthers())
            .run(
                left,
                (i, health) -> known.setHealth(indexes.get(i), health),
                cancellation,
                progress);
        place.keep(known);
      }
    }
  }
}
