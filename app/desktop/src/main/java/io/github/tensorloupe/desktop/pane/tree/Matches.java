package io.github.tensorloupe.desktop.pane.tree;

import io.github.tensorloupe.desktop.selection.HealthMarks;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.model.NameTree;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import java.util.BitSet;
import java.util.List;

/// What a filter lets through.
///
/// @param count of the tensors
/// @param nodes their nodes and the groups above them; not to be changed
record Matches(int count, BitSet nodes) {

  /// Asks the filter for each tensor.
  ///
  /// @param labels of the document's tree
  /// @param marks what is wrong with the values, as far as it is known
  /// @throws java.util.concurrent.CancellationException if cancelled
  static Matches of(
      OpenDocument open,
      Labels labels,
      TreeFilter filter,
      HealthMarks marks,
      Cancellation cancellation) {
    NameTree tree = open.tree();
    NameMatches names = new NameMatches(tree, labels, filter.words());
    List<TensorRef> tensors = open.checkpoint().tensors();
    boolean asksForMore = filter.asksForMoreThanNames();
    BitSet nodes = new BitSet(tree.size());
    int count = 0;
    // Groups have lower numbers than what is below them.
    for (int node = 0; node < tree.size(); node++) {
      if (node % 4096 == 0) {
        cancellation.check();
      }
      boolean named = names.next(node);
      int tensor = tree.tensor(node);
      if (named
          && tensor != NameTree.NO_TENSOR
          && (!asksForMore || filter.fitsBesideItsName(tensors.get(tensor), tensor, marks))) {
        addWithGroups(node, tree, nodes);
        count++;
      }
    }
    return new Matches(count, nodes);
  }

  private static void addWithGroups(int node, NameTree tree, BitSet nodes) {
    for (int at = node; at >= 0 && !nodes.get(at); at = tree.parent(at)) {
      nodes.set(at);
    }
  }
}
