package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The distributions of two tensors of one shape and of their difference. Finite numbers only;
/// complex elements count as two numbers.
///
/// @param valueEdges of the bins of both tensors, ascending, one more than bins; all bins are as
///   wide, half-open, and the last one closed; empty where no number is finite
/// @param countsA how many numbers of the base are in each
/// @param countsB the same of the newer tensor
/// @param deltaEdges of the bins of Δ, around zero: the middle one holds the numbers that did not
///   change or hardly
/// @param ulpCounts how many numbers are 0 codes apart, 1, 2 to 3, 4 to 7 …: for each bit length;
///   empty unless both are of one float dtype
public record PairDistribution(
    List<Double> valueEdges,
    List<Long> countsA,
    List<Long> countsB,
    List<Double> deltaEdges,
    List<Long> deltaCounts,
    List<Long> ulpCounts) {

  /// Reads both tensors twice: for the ranges, then for the counts.
  ///
  /// @param pair of one shape, all bytes there
  /// @param binCount of the values; of Δ one more where it is even
  /// @throws io.github.tensorloupe.model.FileChangedException if a file of either side changed
  public static PairDistribution of(
      TensorPair pair, int binCount, Cancellation cancellation, Progress progress)
      throws IOException {
    throw new UnsupportedOperationException();
  }
}
