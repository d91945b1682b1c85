package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.chunk.TensorScan;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Counts how the values of tensors are distributed, reading each byte once. Only large tensors of
/// wide values that are all close together are read a second time.
public record DistributionScan(ChunkedScan scan) implements TensorScan<Distribution> {

  @Override
  public void run(
      List<TensorData> tensors,
      ChunkedScan.Results<Distribution> results,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    Map<Integer, Distribution> rough = new TreeMap<>();
    scan.run(
        tensors,
        tensor -> PartCounts.of(tensor.info().dtype(), tensor.partCount()),
        (index, distribution) -> {
          if (RefinedCounts.isNeeded(distribution)) {
            rough.put(index, distribution);
          } else {
            results.accept(index, distribution);
          }
        },
        cancellation,
        progress);
    // Some are read again. That is seldom and not announced, so it is no part of the progress.
    List<Integer> indices = List.copyOf(rough.keySet());
    Map<TensorData, Distribution> roughByTensor = new IdentityHashMap<>();
    rough.forEach((index, distribution) -> roughByTensor.put(tensors.get(index), distribution));
    scan.run(
        indices.stream().map(tensors::get).toList(),
        tensor -> new RefinedCounts(roughByTensor.get(tensor)),
        (index, refined) -> results.accept(indices.get(index), refined),
        cancellation,
        Progress.NONE);
  }
}
