package io.github.tensorloupe.analysis;

import java.util.List;

/// Which of many counted things, in ascending order, hold the quantiles.
final class Quantiles {

  private Quantiles() {}

  /// The indices of the counts that hold the quantiles at [TensorStatistics#PROBABILITIES].
  ///
  /// @param counts how often each thing occurs
  /// @param total their sum, at least 1
  static int[] indices(long[] counts, long total) {
    List<Double> probabilities = TensorStatistics.PROBABILITIES;
    int[] indices = new int[probabilities.size()];
    int index = 0;
    long seen = counts[0];
    for (int i = 0; i < indices.length; i++) {
      long rank = rank(Math.toIntExact(Math.round(probabilities.get(i) * 100)), total);
      while (seen < rank) {
        index++;
        seen += counts[index];
      }
      indices[i] = index;
    }
    return indices;
  }

  /// ⌈percent · total / 100⌉, without leaving 64 bits.
  static long rank(int percent, long total) {
    return total / 100 * percent + Math.ceilDiv(total % 100 * percent, 100L);
  }
}
