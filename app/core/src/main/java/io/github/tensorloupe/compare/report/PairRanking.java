package io.github.tensorloupe.compare.report;

import module java.base;

import io.github.tensorloupe.compare.Figures;
import io.github.tensorloupe.compare.PairResult;

/// The order of pairs by how far their values moved: first where values became or ceased to be
/// finite, then where the base is zero, then by relative L2, in the end by the number of changed
/// elements.
public final class PairRanking {

  private static final Comparator<Figures> WORST_FIRST =
      Comparator.comparing((Figures it) -> it.changedNonFinite() == 0)
          .thenComparing(it -> -size(it))
          .thenComparing(it -> -it.changed());

  private PairRanking() {}

  private static double size(Figures figures) {
    return figures.relativeL2().orElse(figures.changed() == 0 ? 0 : Double.POSITIVE_INFINITY);
  }

  /// The indexes of the pairs whose values differ most, the worst first.
  ///
  /// @param results by pair; null where there is none yet
  public static List<Integer> worst(List<PairResult> results, int limit) {
    return IntStream.range(0, results.size())
        .filter(pair -> figures(results, pair).filter(it -> it.changed() > 0).isPresent())
        .boxed()
        .sorted(Comparator.comparing(pair -> figures(results, pair).orElseThrow(), WORST_FIRST))
        .limit(limit)
        .toList();
  }

  private static Optional<Figures> figures(List<PairResult> results, int pair) {
    return Optional.ofNullable(results.get(pair)).flatMap(PairResult::figures);
  }
}
