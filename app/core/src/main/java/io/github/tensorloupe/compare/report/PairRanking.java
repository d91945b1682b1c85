package io.github.tensorloupe.compare.report;

import module java.base;

import io.github.tensorloupe.compare.Change;
import io.github.tensorloupe.compare.Comparison;
import io.github.tensorloupe.compare.Figures;

/// The ranking of pairs by the size of their difference: first tensors without a counterpart, then
/// changes from or to non-finite values, then changes of tensors that were zero, then other changes
/// by relative L2 norm and number of changed elements.
public record PairRanking(Comparison comparison) {

  /// Returns the indexes of up to `limit` pairs whose values differ, the largest difference first.
  public List<Integer> moved(int limit) {
    return sorted(pair -> figure(pair, Figures::changed) > 0).limit(limit).toList();
  }

  /// Returns the indexes of all pairs that differ in any way, the largest difference first.
  public List<Integer> different() {
    return sorted(this::isDifferent).toList();
  }

  private boolean isDifferent(int pair) {
    Optional<Change> change = comparison.change(pair);
    boolean isSame =
        change.filter(kind -> kind == Change.EQUAL || kind == Change.SAME_HEADER).isPresent();
    return change.isPresent() && (!isSame || comparison.pairs().get(pair).isRenamed());
  }

  private Stream<Integer> sorted(IntPredicate filter) {
    return IntStream.range(0, comparison.pairs().size())
        .filter(filter)
        .mapToObj(this::key)
        .sorted(Key.ORDER)
        .map(Key::pair);
  }

  private Key key(int pair) {
    long changed = figure(pair, Figures::changed);
    boolean isFinite = figure(pair, Figures::changedNonFinite) == 0;
    return new Key(pair, rank(pair), isFinite, -size(pair), -changed);
  }

  /// The sort key of a pair, computed once because comparisons are many.
  private record Key(
      int pair, int rank, boolean isFinite, double negativeSize, long negativeChanged) {

    static final Comparator<Key> ORDER =
        Comparator.comparingInt(Key::rank)
            .thenComparing(Key::isFinite)
            .thenComparingDouble(Key::negativeSize)
            .thenComparingLong(Key::negativeChanged);
  }

  private int rank(int pair) {
    return switch (comparison.change(pair).orElseThrow()) {
      case REMOVED -> 0;
      case UNREADABLE, ADDED, SHAPE -> 1;
      case VALUES, DTYPE -> 2;
      case EQUAL, SAME_HEADER -> 3;
    };
  }

  private long figure(int pair, ToLongFunction<Figures> figure) {
    return comparison.figures(pair).map(figure::applyAsLong).orElse(0L);
  }

  private double size(int pair) {
    return figure(pair, Figures::changed) == 0
        ? 0
        : comparison.results().get(pair).relativeL2().orElse(Double.POSITIVE_INFINITY);
  }
}
