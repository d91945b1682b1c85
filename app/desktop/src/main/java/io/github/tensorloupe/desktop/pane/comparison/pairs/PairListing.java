package io.github.tensorloupe.desktop.pane.comparison.pairs;

import module java.base;

import io.github.tensorloupe.analysis.figures.FigureOrder;
import io.github.tensorloupe.desktop.pane.comparison.pairs.PairStates.Column;
import io.github.tensorloupe.desktop.pane.comparison.pairs.PairStates.Kind;
import io.github.tensorloupe.model.NameSearch;
import io.github.tensorloupe.model.NameSearch.Labels;
import io.github.tensorloupe.model.NameTree;
import io.github.tensorloupe.work.Cancellation;

/// The pairs as they are listed at one moment. Not to be changed.
///
/// @param matches the nodes that the filter lets through with their groups; empty for no filter
/// @param matchCount the number of pairs that it lets through
/// @param nodes in the order of the rows; in a list those of pairs alone
/// @param counts of all pairs, by the ordinal of their kind
/// @param sums of groups
record PairListing(Optional<BitSet> matches, int matchCount, int[] nodes, int[] counts, Sums sums) {

  /// An order of the rows: the tree, or one list of all pairs.
  ///
  /// @param by the name for the tree
  record Order(Column by, boolean ascending) {

    static final Order TREE = new Order(Column.NAME, true);

    boolean isList() {
      return by != Column.NAME;
    }
  }

  /// Of the pairs at and below each node.
  ///
  /// @param changed the number that differ in whatever, or are not compared yet
  /// @param worst the largest relative L2 norm; NaN where none is known
  record Sums(int[] changed, double[] worst) {

    static final Sums NONE = new Sums(new int[0], new double[0]);

    private static Sums of(PairStates states, Cancellation cancellation) {
      NameTree tree = states.comparison().tree();
      int[] changed = new int[tree.size()];
      double[] worst = new double[tree.size()];
      Arrays.fill(worst, Double.NaN);
      // What is below a group stands behind it.
      for (int node = tree.size() - 1; node >= 0; node--) {
        if (node % CHECKED == 0) {
          cancellation.check();
        }
        int pair = tree.tensor(node);
        if (pair != NameTree.NO_TENSOR) {
          changed[node] += Kind.CHANGED.fits(states, pair) ? 1 : 0;
          worst[node] = larger(worst[node], Column.L2.of(states, pair).orElse(Double.NaN));
        }
        int parent = tree.parent(node);
        if (parent >= 0) {
          changed[parent] += changed[node];
          worst[parent] = larger(worst[parent], worst[node]);
        }
      }
      return new Sums(changed, worst);
    }

    private static double larger(double one, double other) {
      return Double.isNaN(one) || other > one ? other : one;
    }

    boolean isKnown(int node) {
      return node < worst.length;
    }
  }

  private static final int CHECKED = 4096;

  /// @throws java.util.concurrent.CancellationException if cancelled
  static PairListing of(
      PairStates states,
      Supplier<Labels> labels,
      PairFilter filter,
      Order order,
      Cancellation cancellation) {
    NameTree tree = states.comparison().tree();
    int[] counts = new int[Kind.values().length];
    for (int pair = 0; pair < states.count(); pair++) {
      for (Kind kind : Kind.values()) {
        counts[kind.ordinal()] += kind.fits(states, pair) ? 1 : 0;
      }
    }
    BitSet matches = new BitSet();
    int matchCount = states.count();
    if (!filter.isEmpty()) {
      matchCount = match(states, labels.get(), filter, matches, cancellation);
    }
    int[] nodes =
        order.isList()
            ? FigureOrder.arrange(
                tree, pair -> order.by().of(states, pair), order.ascending(), cancellation)
            : IntStream.range(0, tree.size()).toArray();
    return new PairListing(
        filter.isEmpty() ? Optional.empty() : Optional.of(matches),
        matchCount,
        nodes,
        counts,
        Sums.of(states, cancellation));
  }

  private static int match(
      PairStates states,
      Labels labels,
      PairFilter filter,
      BitSet matches,
      Cancellation cancellation) {
    NameTree tree = states.comparison().tree();
    NameSearch names = new NameSearch(tree, labels, filter.words());
    int count = 0;
    for (int node = 0; node < tree.size(); node++) {
      if (node % CHECKED == 0) {
        cancellation.check();
      }
      boolean named = names.next(node);
      int pair = tree.tensor(node);
      if (named && pair != NameTree.NO_TENSOR && filter.fits(states, pair)) {
        tree.markWithGroups(matches, node);
        count++;
      }
    }
    return count;
  }

  int count(Kind kind) {
    return counts[kind.ordinal()];
  }
}
