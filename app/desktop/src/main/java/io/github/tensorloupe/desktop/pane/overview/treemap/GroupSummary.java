package io.github.tensorloupe.desktop.pane.overview.treemap;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.NameTree;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// The figures of a group or tensor. Sums that leave 63 bits stay at their limit.
///
/// @param node of the name tree
/// @param elementCount as the shapes say
/// @param byteCount as the data offsets say
/// @param share of all bytes of the document's tensors, from 0 to 1
/// @param dtypes that occur, by bytes, the most first
record GroupSummary(
    int node,
    int tensorCount,
    long elementCount,
    long byteCount,
    double share,
    List<Dtype> dtypes) {

  private static final int NODES_BETWEEN_CHECKS = 4096;

  GroupSummary {
    dtypes = List.copyOf(dtypes);
  }

  /// Sums up a node. Takes time in proportion to what is below it.
  ///
  /// @throws java.util.concurrent.CancellationException if cancelled
  static GroupSummary of(
      NameTree tree, List<TensorRef> tensors, int node, Cancellation cancellation) {
    Map<Dtype, Long> bytes = new EnumMap<>(Dtype.class);
    long elements = 0;
    for (int at = node; at < tree.subtreeEnd(node); at++) {
      if ((at - node) % NODES_BETWEEN_CHECKS == 0) {
        cancellation.check();
      }
      if (tree.tensor(at) != NameTree.NO_TENSOR) {
        TensorInfo info = tensors.get(tree.tensor(at)).info();
        bytes.merge(info.dtype(), Math.max(0, info.byteCount()), GroupSummary::sum);
        long count = info.shape().elementCount().orElse(Long.MAX_VALUE);
        elements = sum(elements, count < 0 ? Long.MAX_VALUE : count);
      }
    }
    double all = 0;
    for (int top = 0; top < tree.size(); top = tree.subtreeEnd(top)) {
      all += tree.byteCount(top);
    }
    return new GroupSummary(
        node,
        tree.tensorCount(node),
        elements,
        tree.byteCount(node),
        all == 0 ? 0 : tree.byteCount(node) / all,
        bytes.entrySet().stream()
            .sorted(Map.Entry.<Dtype, Long>comparingByValue(Comparator.reverseOrder()))
            .map(Map.Entry::getKey)
            .toList());
  }

  private static long sum(long left, long right) {
    long sum = left + right;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
