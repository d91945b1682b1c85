package io.github.tensorloupe.analysis.layers;

import module java.base;

/// Finds tensors whose scale differs from the scales of their siblings, the tensors with the same
/// role in the other layers.
///
/// Scales are compared by their logarithms. For the tensors of a role, the median and the median
/// absolute deviation are computed; 1.4826 times the latter estimates the standard deviation and is
/// not affected by outliers. A tensor is an outlier if it is more than [#MIN_SCORE] such deviations
/// away from the median, and by more than the factor [#MIN_FACTOR]: if siblings are nearly equal,
/// small differences do not count. A role needs [#MIN_TENSORS] tensors whose scale is known, finite
/// and positive; other tensors are ignored. A scale that changes steadily from layer to layer
/// produces no outliers.
public final class Outliers {

  /// An outlier is farther from the median than this number of robust standard deviations.
  public static final double MIN_SCORE = 5;

  /// An outlier differs from the median by more than this factor, up or down.
  public static final double MIN_FACTOR = 2;

  /// A role with fewer tensors has no outliers: one tensor and five siblings.
  public static final int MIN_TENSORS = 6;

  private static final double DEVIATIONS_PER_MEDIAN_DEVIATION = 1.4826;
  private static final double MIN_DEVIATION = Math.log(MIN_FACTOR) / MIN_SCORE;

  private Outliers() {}

  /// A tensor that differs from its siblings.
  ///
  /// @param median the median of the scales of the tensor and its siblings
  /// @param score the distance from the median of the logarithms, in robust standard deviations;
  ///   negative if the scale is below the median
  public record Outlier(int tensor, double value, double median, double score) {

    /// Returns the ratio to the median.
    public double factor() {
      return value / median;
    }
  }

  /// Returns the outliers, ascending by index.
  ///
  /// @param scale returns the scale (root mean square) of a tensor by index, 0 or more; NaN if it
  ///   is unknown
  public static List<Outlier> of(LayerMap map, IntToDoubleFunction scale) {
    return map.byRole()
        .flatMap(role -> ofRole(role, scale).stream())
        .sorted(Comparator.comparingInt(Outlier::tensor))
        .toList();
  }

  /// Returns the outliers among the tensors of one role.
  ///
  /// @param tensors tensor indexes
  /// @param scale as for [#of]
  public static List<Outlier> ofRole(int[] tensors, IntToDoubleFunction scale) {
    int[] comparable =
        Arrays.stream(tensors)
            .filter(tensor -> scale.applyAsDouble(tensor) > 0)
            .filter(tensor -> scale.applyAsDouble(tensor) < Double.POSITIVE_INFINITY)
            .toArray();
    if (comparable.length < MIN_TENSORS) {
      return List.of();
    }
    double[] scales = Arrays.stream(comparable).mapToDouble(scale).toArray();
    double median = StatisticScale.median(scales);
    // Divides before taking logarithms, because the quotients do not change if all scales are
    // multiplied by a power of two.
    double[] distances = Arrays.stream(scales).map(each -> Math.log(each / median)).toArray();
    double deviation =
        Math.max(
            MIN_DEVIATION,
            DEVIATIONS_PER_MEDIAN_DEVIATION
                * StatisticScale.median(Arrays.stream(distances).map(Math::abs).toArray()));
    List<Outlier> outliers = new ArrayList<>();
    for (int i = 0; i < comparable.length; i++) {
      double score = distances[i] / deviation;
      if (Math.abs(score) > MIN_SCORE) {
        outliers.add(new Outlier(comparable[i], scales[i], median, score));
      }
    }
    return outliers;
  }
}
