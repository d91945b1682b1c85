package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;

/// The similarity of the weight matrices of two checkpoints. Training from common weights keeps
/// most of their directions, while independent trainings have unrelated directions. Which
/// checkpoint is older is unknown.
///
/// @param cosine the median cosine similarity of the matrices
/// @param bound the largest cosine that is likely for unrelated matrices
/// @param normCorrelation the correlation of the logarithms of the norms; empty if most matrices
///   are equal
record MatrixSimilarity(
    int matrixCount, double cosine, double bound, OptionalDouble normCorrelation) {

  private static final int MIN_MATRICES = 4;
  private static final long MIN_ELEMENTS = 256;

  /// The number of standard deviations of the cosine of unrelated matrices.
  private static final double DEVIATIONS = 4;

  /// The minimum cosine that is evidence of a common origin.
  private static final double MIN_COSINE = 0.5;

  /// Measures the matrices, or returns empty if only a few of them were compared.
  static Optional<MatrixSimilarity> of(Comparison comparison) {
    List<Double> cosines = new ArrayList<>();
    List<Long> sizes = new ArrayList<>();
    List<double[]> norms = new ArrayList<>();
    for (int i = 0; i < comparison.pairs().size(); i++) {
      Optional<Figures> figures = comparison.figures(i);
      long count =
          comparison.result(i).map(PairResult::count).orElse(OptionalLong.empty()).orElse(0);
      boolean isEqual = comparison.change(i).filter(Change.EQUAL::equals).isPresent();
      OptionalDouble cosine =
          isEqual
              ? OptionalDouble.of(1)
              : figures.map(Figures::cosine).orElse(OptionalDouble.empty());
      if (count >= MIN_ELEMENTS && cosine.isPresent() && isMatrix(comparison.pairs().get(i))) {
        cosines.add(cosine.getAsDouble());
        sizes.add(count);
        if (!isEqual) {
          norms.add(logNorms(figures.orElseThrow()));
        }
      }
    }
    if (cosines.size() < MIN_MATRICES) {
      return Optional.empty();
    }
    double bound = DEVIATIONS / Math.sqrt(median(sizes));
    return Optional.of(
        new MatrixSimilarity(
            cosines.size(),
            median(cosines),
            Math.min(1, bound),
            2 * norms.size() < cosines.size() ? OptionalDouble.empty() : correlation(norms)));
  }

  private static boolean isMatrix(TensorPair pair) {
    return pair.a().map(TensorRef::info).filter(info -> info.shape().rank() >= 2).isPresent();
  }

  private static <T extends Comparable<T>> T median(List<T> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  /// Returns the logarithms of ‖a‖ and ‖b‖, because the norms of layers differ by magnitudes.
  private static double[] logNorms(Figures figures) {
    double squaresA = figures.sumSquaresA().orElse(BigDecimal.ZERO).doubleValue();
    double normA = Math.sqrt(squaresA);
    double along = figures.cosine().orElse(0) * normA;
    // ‖b‖ is a root of ‖b‖² − 2‖b‖·along + ‖a‖² − ‖Δ‖² = 0.
    double squaresDelta = figures.sumSquaresDelta().doubleValue();
    double normB = along + Math.sqrt(Math.max(0, along * along - squaresA + squaresDelta));
    return new double[] {Math.log(normA), Math.log(normB)};
  }

  private static OptionalDouble correlation(List<double[]> points) {
    double meanA = points.stream().mapToDouble(point -> point[0]).average().orElse(0);
    double meanB = points.stream().mapToDouble(point -> point[1]).average().orElse(0);
    double varianceA = 0;
    double varianceB = 0;
    double covariance = 0;
    for (double[] point : points) {
      double a = point[0] - meanA;
      double b = point[1] - meanB;
      varianceA += a * a;
      varianceB += b * b;
      covariance += a * b;
    }
    double correlation = covariance / Math.sqrt(varianceA * varianceB);
    return Double.isFinite(correlation) ? OptionalDouble.of(correlation) : OptionalDouble.empty();
  }

  boolean isCommon() {
    return cosine >= MIN_COSINE && cosine > bound;
  }

  boolean isUnrelated() {
    return Math.abs(cosine) <= bound;
  }

  Sentence sentence() {
    Sentence directions =
        Sentence.of(
            "The median cosine of {0} weight matrices is {1}; of unrelated matrices, at most {2} is"
                + " likely.",
            matrixCount, cosine, bound);
    return normCorrelation.isPresent()
        ? directions.then(
            Sentence.of(
                "The logarithms of their norms correlate by {0}.", normCorrelation.getAsDouble()))
        : directions;
  }
}
