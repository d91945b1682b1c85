package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.analysis.chunk.ChunkCounter;
import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.chunk.TensorParts;
import io.github.tensorloupe.analysis.distribution.RefinedCounts.Refinement;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Counts how the values of tensors are distributed, reading each byte once. Only large tensors of
/// wide values that are all close together are read a second time.
public final class DistributionScan {

  private final ChunkedScan scan;

  /// @param scan reads the tensors
  public DistributionScan(ChunkedScan scan) {
    this.scan = scan;
  }

  /// The distribution of each tensor.
  ///
  /// @param tensors of a truncated one, the elements that are wholly there are counted
  /// @param results receives each distribution as it is known, one call at a time, in any order, on
  ///   any thread
  /// @param cancellation asked before each chunk, at most a mebibyte apart
  /// @param progress reported in bytes
  /// @throws IOException if reading fails or a file changed since it was opened
  /// @throws java.util.concurrent.CancellationException if cancelled
  public void run(
      List<TensorData> tensors,
      ChunkedScan.Results<Distribution> results,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    Map<Integer, Distribution> rough = new TreeMap<>();
    scan.run(
        tensors,
        DistributionCounter.usual(),
        (index, distribution) -> {
          if (Refinement.isNeeded(distribution)) {
            rough.put(index, distribution);
          } else {
            results.accept(index, distribution);
          }
        },
        cancellation,
        progress);
    refine(tensors, rough, results, cancellation);
  }

  /// Reads some tensors again. That is seldom and not announced, so it is no part of the progress.
  private void refine(
      List<TensorData> tensors,
      Map<Integer, Distribution> rough,
      ChunkedScan.Results<Distribution> results,
      Cancellation cancellation)
      throws IOException {
    List<Integer> indices = List.copyOf(rough.keySet());
    Map<TensorData, Distribution> roughByTensor = new IdentityHashMap<>();
    rough.forEach((index, distribution) -> roughByTensor.put(tensors.get(index), distribution));
    scan.run(
        indices.stream().map(tensors::get).toList(),
        DistributionCounter.refining(roughByTensor),
        (index, refined) -> results.accept(indices.get(index), refined),
        cancellation,
        Progress.NONE);
  }

  /// The distribution of one tensor, as by [#run].
  public Distribution of(TensorData tensor, Cancellation cancellation, Progress progress)
      throws IOException {
    List<Distribution> found = new ArrayList<>(1);
    run(List.of(tensor), (index, result) -> found.add(result), cancellation, progress);
    return found.getFirst();
  }

  /// Counts the values of tensors chunk by chunk. Immutable and thread-safe.
  private static final class DistributionCounter implements ChunkCounter<PartCounts, Distribution> {

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
}
