package io.github.tensorloupe.ui.tree;

import io.github.tensorloupe.model.NameTree;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.ui.selection.HealthMarks;
import io.github.tensorloupe.ui.selection.OpenDocument;
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
  /// @param marks what is wrong with the values, as far as it is known
  /// @throws java.util.concurrent.CancellationException if cancelled
  static Matches of(
      OpenDocument open, TreeFilter filter, HealthMarks marks, Cancellation cancellation) {
    NameTree tree = open.tree();
    List<TensorRef> tensors = open.checkpoint().tensors();
    BitSet nodes = new BitSet(tree.size());
    int count = 0;
    // Groups have lower numbers than what is below them.
    for (int node = tree.size() - 1; node >= 0; node--) {
      if (node % 4096 == 0) {
        cancellation.check();
      }
      int tensor = tree.tensor(node);
      if (tensor != NameTree.NO_TENSOR
          && filter.matches(tensors.get(tensor).info(), tensor, marks)) {
        nodes.set(node);
        count++;
      }
      int parent = tree.parent(node);
      if (parent >= 0 && nodes.get(node)) {
        nodes.set(parent);
      }
    }
    return new Matches(count, nodes);
  }
}
