package io.github.tensorloupe.analysis.layers;

import module java.base;

/// Finds tensors whose scale differs from that of their siblings, the tensors with the same role in
/// the other layers.
///
/// The rule: scales are compared by their logarithms. Of the tensors of a role, the median and the
/// median absolute deviation from it are taken; 1.4826 times the latter estimates the standard
/// deviation without being moved by outliers. A tensor stands out if it is more than [#MIN_SCORE]
/// such deviations away from the median, and by more than the factor [#MIN_FACTOR]: where siblings
/// are nearly equal, small differences do not count. A role needs [#MIN_TENSORS] tensors whose
/// scale is known, finite and above zero; others are left out. A scale that changes steadily from
/// layer to layer makes no outliers.
public final class Outliers {

  /// The distance from the median, in robust standard deviations, from which on a tensor stands
  /// out.
  public static final double MIN_SCORE = 5;

  /// By which factor, up or down, a tensor must be away.
  public static final double MIN_FACTOR = 2;

  /// A role of fewer tensors has no outliers: one of them and five siblings.
  public static final int MIN_TENSORS = 6;

  private static final double DEVIATIONS_PER_MEDIAN_DEVIATION = 1.4826;
  private static final double MIN_DEVIATION = Math.log(MIN_FACTOR) / MIN_SCORE;

  private Outliers() {}

  /// @param median of the scales of it and its siblings
  /// @param score how many robust standard deviations it is away, in the logarithm; negative where
  ///   it is below the median
  public record Outlier(int tensor, double value, double median, double score) {

    /// The ratio to the median.
    public double factor() {
      return value / median;
    }
  }

  /// The tensors that stand out, ascending by index.
  ///
  /// @param scale the scale (root mean square) of a tensor by its index, 0 or more; NaN where it is
  ///   not known
  public static List<Outlier> of(LayerMap map, IntToDoubleFunction scale) {
    return map.byRole()
        .flatMap(role -> ofRole(role, scale).stream())
        .sorted(Comparator.comparingInt(Outlier::tensor))
        .toList();
  }

  /// Those of the tensors of one role that stand out.
  ///
  /// @param tensors their indices
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
    // Quotients first: they do not change when all scales change by a power of two.
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
