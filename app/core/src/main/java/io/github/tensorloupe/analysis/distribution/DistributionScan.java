package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.chunk.TensorScan;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Computes the distribution of the values of each tensor. Reads each byte once, or twice for large
/// tensors of dtypes wider than 16 bits whose values are all close together.
public record DistributionScan(ChunkedScan scan) implements TensorScan<Distribution> {

  @Override
  public void run(
      List<TensorData> tensors,
      ChunkedScan.Results<Distribution> results,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    run(tensors, (_, distribution) -> distribution, results, cancellation, progress);
  }

  @Override
  public <S> TensorScan<S> map(BiFunction<TensorData, Distribution, S> mapping) {
    return (tensors, results, cancellation, progress) ->
        run(tensors, mapping, results, cancellation, progress);
  }

  private <S> void run(
      List<TensorData> tensors,
      BiFunction<TensorData, Distribution, S> mapping,
      ChunkedScan.Results<S> results,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    // Lookup by equality, because the list may return a new object from each call of get().
    Map<TensorData, Distribution> coarse = new ConcurrentHashMap<>();
    List<Integer> indices = new ArrayList<>();
    scan.run(
        tensors,
        tensor -> PartCounts.of(tensor.info().dtype(), tensor.partCount()),
        (tensor, distribution) -> {
          if (RefinedCounts.isNeeded(distribution)) {
            coarse.put(tensor, distribution);
            return Optional.<S>empty();
          }
          return Optional.of(mapping.apply(tensor, distribution));
        },
        (index, result) ->
            result.ifPresentOrElse(
                mapped -> results.accept(index, mapped), () -> indices.add(index)),
        cancellation,
        progress);
    // The second read of a tensor is rare and not known in advance, so the progress ignores it.
    Collections.sort(indices);
    scan.run(
        indices.stream().map(tensors::get).toList(),
        tensor -> new RefinedCounts(coarse.get(tensor)),
        mapping,
        (index, refined) -> results.accept(indices.get(index), refined),
        cancellation,
        Progress.NONE);
  }
}
