package io.github.tensorloupe.desktop.pane.comparison.pairs;

import module java.base;

import io.github.tensorloupe.compare.Comparison;
import io.github.tensorloupe.desktop.control.names.NameSearch;
import io.github.tensorloupe.desktop.control.names.NameSearch.LazyLabels;
import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.pane.comparison.pairs.PairFilter.Kind;
import io.github.tensorloupe.desktop.selection.figures.FigureOrder;
import io.github.tensorloupe.work.Cancellation;

/// A snapshot of the listed pairs. Its arrays must not be modified.
///
/// @param matches the nodes that match the filter, with their groups; empty without a filter
/// @param matchCount the number of matching pairs
/// @param nodes in the order of the rows; a list has only the nodes of pairs
/// @param counts the number of pairs of each kind, by the ordinal of the kind
/// @param changed for each node, the number of pairs at and below it that are of the kind
///   [Kind#CHANGED]
/// @param worst for each node, the largest relative L2 norm at and below it; NaN if none is known
record PairListing(
    Order order,
    Optional<BitSet> matches,
    int matchCount,
    int[] nodes,
    int[] counts,
    int[] changed,
    double[] worst) {

  private static final int CHECKED = 4096;

  /// The order of the rows: the tree, or one list of all pairs.
  ///
  /// @param by [PairColumn#NAME] for the tree
  record Order(PairColumn by, boolean ascending) {

    static final Order TREE = new Order(PairColumn.NAME, true);

    boolean isList() {
      return by != PairColumn.NAME;
    }
  }

  /// @throws java.util.concurrent.CancellationException if cancelled
  static PairListing of(
      Comparison known,
      NameTree tree,
      LazyLabels labels,
      PairFilter filter,
      Order order,
      Cancellation cancellation) {
    int[] counts = new int[Kind.values().length];
    for (int pair = 0; pair < known.pairs().size(); pair++) {
      for (Kind kind : Kind.values()) {
        counts[kind.ordinal()] += kind.fits(known, pair) ? 1 : 0;
      }
    }
    BitSet matches = new BitSet();
    int matchCount = known.pairs().size();
    if (!filter.isEmpty()) {
      NameSearch names = new NameSearch(tree, labels.of(tree), filter.words());
      matchCount = match(known, tree, names, filter, matches, cancellation);
    }
    int[] nodes =
        order.isList()
            ? FigureOrder.arrange(
                tree, pair -> order.by().of(known, pair), order.ascending(), cancellation)
            : IntStream.range(0, tree.size()).toArray();
    int[] changed = new int[tree.size()];
    double[] worst = new double[tree.size()];
    addUp(known, tree, changed, worst, cancellation);
    Optional<BitSet> let = filter.isEmpty() ? Optional.empty() : Optional.of(matches);
    return new PairListing(order, let, matchCount, nodes, counts, changed, worst);
  }

  private static int match(
      Comparison known,
      NameTree tree,
      NameSearch names,
      PairFilter filter,
      BitSet matches,
      Cancellation cancellation) {
    int count = 0;
    for (int node = 0; node < tree.size(); node++) {
      if (node % CHECKED == 0) {
        cancellation.check();
      }
      boolean named = names.next(node);
      int pair = tree.tensor(node);
      if (named && pair != NameTree.NO_TENSOR && filter.fits(known, pair)) {
        tree.markWithGroups(matches, node);
        count++;
      }
    }
    return count;
  }

  private static void addUp(
      Comparison known, NameTree tree, int[] changed, double[] worst, Cancellation cancellation) {
    Arrays.fill(worst, Double.NaN);
    // Backwards, because the nodes of a group follow the group.
    for (int node = tree.size() - 1; node >= 0; node--) {
      if (node % CHECKED == 0) {
        cancellation.check();
      }
      int pair = tree.tensor(node);
      if (pair != NameTree.NO_TENSOR) {
        changed[node] += Kind.CHANGED.fits(known, pair) ? 1 : 0;
        worst[node] = larger(worst[node], PairColumn.L2.of(known, pair).orElse(Double.NaN));
      }
      int parent = tree.parent(node);
      if (parent >= 0) {
        changed[parent] += changed[node];
        worst[parent] = larger(worst[parent], worst[node]);
      }
    }
  }

  private static double larger(double one, double other) {
    return Double.isNaN(one) || other > one ? other : one;
  }

  int count(Kind kind) {
    return counts[kind.ordinal()];
  }
}
