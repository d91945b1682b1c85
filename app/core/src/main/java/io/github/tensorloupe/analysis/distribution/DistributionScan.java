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

  /// The result of the first read of a tensor; exactly one component is present.
  ///
  /// @param rough the distribution if the tensor must be read again, otherwise empty
  private record Reading<S>(Optional<Distribution> rough, Optional<S> result) {}

  @Override
  public void run(
      List<TensorData> tensors,
      ChunkedScan.Results<Distribution> results,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    map((_, distribution) -> distribution).run(tensors, results, cancellation, progress);
  }

  /// Returns a scan that applies a function to each tensor and its distribution.
  ///
  /// @param mapping called on several threads concurrently
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
    Map<Integer, Distribution> rough = new TreeMap<>();
    scan.run(
        tensors,
        tensor ->
            PartCounts.of(tensor.info().dtype(), tensor.partCount())
                .map(found -> reading(tensor, found, mapping)),
        (index, reading) -> {
          reading.rough().ifPresent(distribution -> rough.put(index, distribution));
          reading.result().ifPresent(result -> results.accept(index, result));
        },
        cancellation,
        progress);
    // The second read of a tensor is rare and not known in advance, so the progress ignores it.
    List<Integer> indices = List.copyOf(rough.keySet());
    // Lookup by equality, because the list may return a new object from each call of get().
    Map<TensorData, Distribution> roughByTensor = new HashMap<>();
    rough.forEach((index, distribution) -> roughByTensor.put(tensors.get(index), distribution));
    scan.run(
        indices.stream().map(tensors::get).toList(),
        tensor ->
            new RefinedCounts(roughByTensor.get(tensor))
                .map(refined -> mapping.apply(tensor, refined)),
        (index, refined) -> results.accept(indices.get(index), refined),
        cancellation,
        Progress.NONE);
  }

  private static <S> Reading<S> reading(
      TensorData tensor, Distribution found, BiFunction<TensorData, Distribution, S> mapping) {
    return RefinedCounts.isNeeded(found)
        ? new Reading<>(Optional.of(found), Optional.empty())
        : new Reading<>(Optional.empty(), Optional.of(mapping.apply(tensor, found)));
  }
}
