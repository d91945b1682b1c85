package io.github.tensorloupe.analysis.layers;

import module java.base;

/// The tensors whose scale (root mean square) differs from the scales of their siblings, the
/// tensors with the same role in the other layers.
///
/// The logarithms of the scales of a role are compared with their median. The unit of distance is
/// the robust standard deviation: 1.4826 times the median absolute deviation, which outliers do not
/// affect. A tensor is an outlier if its distance from the median exceeds [#MIN_SCORE] robust
/// standard deviations and its scale differs from the median by more than the factor [#MIN_FACTOR].
/// The factor excludes small differences between nearly equal siblings. Tensors whose scale is not
/// finite and positive are ignored. A role with fewer than [#MIN_TENSORS] other tensors has no
/// outliers. A scale that changes steadily from layer to layer produces no outliers.
public final class Outliers {

  /// The minimum distance of an outlier from the median, in robust standard deviations, exclusive.
  public static final double MIN_SCORE = 5;

  /// The minimum ratio of an outlier to the median, or of the median to the outlier, exclusive.
  public static final double MIN_FACTOR = 2;

  /// The minimum number of tensors of a role: one tensor and five siblings.
  public static final int MIN_TENSORS = 6;

  private static final double DEVIATIONS_PER_MEDIAN_DEVIATION = 1.4826;
  private static final double MIN_DEVIATION = Math.log(MIN_FACTOR) / MIN_SCORE;

  private Outliers() {}

  /// A tensor that differs from its siblings.
  ///
  /// @param tensor the tensor index
  /// @param value the scale of the tensor
  /// @param median the median of the scales of the tensor and its siblings
  /// @param score the distance from the median of the logarithms, in robust standard deviations;
  ///   negative if the scale is below the median
  public record Outlier(int tensor, double value, double median, double score) {

    /// Returns the ratio of the scale to the median.
    public double factor() {
      return value / median;
    }
  }

  /// Returns the outliers, ordered by tensor index.
  ///
  /// @param scale returns the scale of a tensor by index, 0 or more; NaN if it is unknown
  public static List<Outlier> of(LayerMap map, IntToDoubleFunction scale) {
    return map.byRole()
        .flatMap(role -> ofRole(role, scale).stream())
        .sorted(Comparator.comparingInt(Outlier::tensor))
        .toList();
  }

  /// Returns the outliers among the tensors of one role.
  ///
  /// @param scale returns the scale of a tensor by index, 0 or more; NaN if it is unknown
  public static List<Outlier> ofRole(int[] tensors, IntToDoubleFunction scale) {
    IntPredicate isComparable =
        tensor -> scale.applyAsDouble(tensor) > 0 && Double.isFinite(scale.applyAsDouble(tensor));
    int[] comparable = Arrays.stream(tensors).filter(isComparable).toArray();
    if (comparable.length < MIN_TENSORS) {
      return List.of();
    }
    double[] scales = Arrays.stream(comparable).mapToDouble(scale).toArray();
    double median = median(scales);
    // log(a / b) instead of log(a) - log(b), so that multiplying all scales by a power of two does
    // not change the result.
    double[] distances = Arrays.stream(scales).map(each -> Math.log(each / median)).toArray();
    double medianDeviation = median(Arrays.stream(distances).map(Math::abs).toArray());
    double deviation = Math.max(MIN_DEVIATION, DEVIATIONS_PER_MEDIAN_DEVIATION * medianDeviation);
    List<Outlier> outliers = new ArrayList<>();
    for (int i = 0; i < comparable.length; i++) {
      double score = distances[i] / deviation;
      if (Math.abs(score) > MIN_SCORE) {
        outliers.add(new Outlier(comparable[i], scales[i], median, score));
      }
    }
    return outliers;
  }

  /// Returns the median; for an even count, the smaller of the two middle values.
  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(sorted.length - 1) / 2];
  }
}
