package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.text.Decimal;
import io.github.tensorloupe.text.Sentence;

/// The comparison of two adapters, A and B. Immutable. Unknown numbers are NaN.
///
/// @param common the number of modules in both adapters
/// @param normA the norm of the deltas of A's comparable modules
/// @param cosine the cosine of both deltas
/// @param sumNorm the norm of the sum of both deltas at strength 1
/// @param overlapOut the median overlap of the output directions
/// @param overlapIn the median overlap of the input directions
public record AdapterComparison(
    List<AdapterPair> pairs,
    long common,
    long onlyA,
    long onlyB,
    double normA,
    double normB,
    double cosine,
    double sumNorm,
    double overlapOut,
    double overlapIn) {

  /// The minimum absolute cosine of deltas that point in similar or opposite directions.
  private static final double NOTABLE_COSINE = 0.1;

  private static final double HIGH_COSINE = 0.9;
  private static final double HIGH_OVERLAP = 0.5;

  public AdapterComparison {
    pairs = List.copyOf(pairs);
  }

  /// Summarizes measured pairs.
  public static AdapterComparison of(List<AdapterPair> pairs) {
    List<AdapterPair> compared =
        pairs.stream().filter(pair -> Double.isFinite(pair.inner())).toList();
    double normA = Math.sqrt(sum(compared, pair -> pair.normA() * pair.normA()));
    double normB = Math.sqrt(sum(compared, pair -> pair.normB() * pair.normB()));
    double norms = normA * normB;
    double inner = sum(compared, AdapterPair::inner);
    double cosine = norms == 0 ? Double.NaN : inner / norms;
    double sumNorm = Math.sqrt(Math.max(0, normA * normA + normB * normB + 2 * inner));
    double overlapOut = median(compared, PairFigures::overlapOut);
    double overlapIn = median(compared, PairFigures::overlapIn);
    long common = pairs.stream().filter(pair -> pair.pairedBy().isPresent()).count();
    long onlyA = pairs.stream().filter(pair -> pair.b().isEmpty()).count();
    long onlyB = pairs.size() - common - onlyA;
    return new AdapterComparison(
        pairs, common, onlyA, onlyB, normA, normB, cosine, sumNorm, overlapOut, overlapIn);
  }

  private static double median(List<AdapterPair> compared, ToDoubleFunction<PairFigures> figure) {
    return MeasuredModule.median(compared.stream().map(AdapterPair::together).mapToDouble(figure))
        .orElse(Double.NaN);
  }

  private static double sum(List<AdapterPair> compared, ToDoubleFunction<AdapterPair> figure) {
    return compared.isEmpty() ? Double.NaN : compared.stream().mapToDouble(figure).sum();
  }

  /// Returns the conclusion as a line without a period.
  public Sentence verdict() {
    if (common == 0) {
      return Sentence.of("no module in common");
    }
    List<Sentence> parts = new ArrayList<>();
    parts.add(Sentence.of("{0} {0#module|modules} in common", common));
    if (!Double.isNaN(cosine)) {
      parts.add(relation());
      // Avoids -0.000.
      double rounded = Math.rint(1000 * cosine) / 1000 + 0.0;
      parts.add(Sentence.of("cosine {0}", new Decimal(rounded, 3)));
    }
    long against = pairs.stream().filter(AdapterComparison::isOpposing).count();
    if (against > 0) {
      parts.add(
          Sentence.of(
              "in {0} of {1} {1#module|modules} they pull against each other", against, common));
    }
    return Sentence.joined(", ", parts);
  }

  /// Returns the size of the sum as a line without a period, or empty if no modules are comparable.
  public Optional<Sentence> merged() {
    double both = normA + normB;
    if (!(both > 0)) {
      return Optional.empty();
    }
    Sentence sum =
        Sentence.of(
            "Together at strength 1: norm {0}, {1} % of the sum of both norms",
            sumNorm, new Decimal(100 * sumNorm / both, 0));
    return Optional.of(
        Double.isNaN(overlapOut)
            ? sum
            : Sentence.of(
                "{0}; the main directions overlap by {1} % at the outputs, {2} % at the inputs",
                sum, new Decimal(100 * overlapOut, 0), new Decimal(100 * overlapIn, 0)));
  }

  /// Returns true if the deltas of the pair partly cancel each other.
  public static boolean isOpposing(AdapterPair pair) {
    return pair.cosine() <= -NOTABLE_COSINE;
  }

  private Sentence relation() {
    if (cosine <= -NOTABLE_COSINE) {
      return Sentence.of("against each other");
    } else if (cosine >= HIGH_COSINE) {
      return Sentence.of("nearly the same");
    } else if (cosine >= NOTABLE_COSINE) {
      return Sentence.of("partly in the same direction");
    }
    return Math.min(overlapOut, overlapIn) >= HIGH_OVERLAP
        ? Sentence.of("different changes in the same directions")
        : Sentence.of("nearly separate");
  }
}
