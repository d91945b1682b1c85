package io.github.tensorloupe.desktop.pane.filemap;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.NameTree;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// The columns of a map that a group of tensors has bytes in.
final class SelectedColumns {

  private static final int CHECK_EVERY = 4096;

  private SelectedColumns() {}

  /// The columns of a node and of everything below it. Takes time in proportion to the nodes below.
  ///
  /// @param tensors of the checkpoint that the tree is of
  /// @param map of one file; tensors in other files have no columns
  static BitSet of(
      NameTree tree, int node, List<TensorRef> tensors, MapColumns map, Cancellation cancellation) {
    BitSet columns = new BitSet();
    for (int at = node; at < tree.subtreeEnd(node); at++) {
      if (at % CHECK_EVERY == 0) {
        cancellation.check();
      }
      if (tree.tensor(at) != NameTree.NO_TENSOR) {
        add(tensors.get(tree.tensor(at)), map, columns);
      }
    }
    return columns;
  }

  private static void add(TensorRef tensor, MapColumns map, BitSet columns) {
    Optional<ByteRange> range =
        tensor.file() == map.file() ? tensor.data().map(TensorData::range) : Optional.empty();
    range
        .filter(bytes -> bytes.byteCount() > 0 && map.scale().shows(bytes))
        .ifPresent(
            bytes ->
                columns.set(map.scale().column(bytes.begin()), map.scale().lastColumn(bytes) + 1));
  }
}
