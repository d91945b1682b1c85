package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.analysis.chunk.ChunkCounter;
import io.github.tensorloupe.analysis.chunk.TensorParts;
import io.github.tensorloupe.model.TensorData;

/// Counts the values of tensors chunk by chunk. Immutable and thread-safe.
final class DistributionCounter implements ChunkCounter<PartCounts, Distribution> {

  private final Function<TensorData, PartCounts> begin;

  private DistributionCounter(Function<TensorData, PartCounts> begin) {
    this.begin = begin;
  }

  /// Counts for the first time.
  static DistributionCounter usual() {
    return new DistributionCounter(
        tensor -> PartCounts.of(tensor.info().dtype(), TensorParts.count(tensor)));
  }

  /// Counts again what was told too roughly.
  static DistributionCounter refining(Map<TensorData, Distribution> usual) {
    return new DistributionCounter(tensor -> new RefinedCounts(usual.get(tensor)));
  }

  @Override
  public PartCounts create(TensorData tensor) {
    return begin.apply(tensor);
  }

  @Override
  public void add(PartCounts counts, Chunk chunk) {
    counts.add(chunk);
  }

  @Override
  public void merge(PartCounts into, PartCounts from) {
    into.merge(from);
  }

  @Override
  public Distribution finish(TensorData tensor, PartCounts counts) {
    return counts.distribution();
  }
}
