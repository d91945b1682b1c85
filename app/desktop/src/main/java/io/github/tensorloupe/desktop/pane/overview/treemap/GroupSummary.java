package io.github.tensorloupe.desktop.pane.overview.treemap;

import module java.base;

import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Saturating;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;

/// The figures of a group or tensor. Sums saturate at 63 bits.
///
/// @param elementCount according to the shapes
/// @param byteCount according to the data offsets
/// @param share the share of all bytes of the checkpoint's tensors, from 0 to 1
/// @param dtypes the occurring dtypes sorted by bytes, the most first
public record GroupSummary(
    int node,
    int tensorCount,
    long elementCount,
    long byteCount,
    double share,
    List<Dtype> dtypes) {

  private static final int NODES_BETWEEN_CHECKS = 4096;

  /// Summarizes a node. Takes time linear in the number of nodes below it.
  ///
  /// @throws java.util.concurrent.CancellationException if cancelled
  public static GroupSummary of(
      NameTree tree, List<TensorRef> tensors, int node, Cancellation cancellation) {
    Map<Dtype, Long> bytes = new EnumMap<>(Dtype.class);
    long elements = 0;
    for (int at = node; at < tree.subtreeEnd(node); at++) {
      if ((at - node) % NODES_BETWEEN_CHECKS == 0) {
        cancellation.check();
      }
      if (tree.tensor(at) != NameTree.NO_TENSOR) {
        TensorInfo info = tensors.get(tree.tensor(at)).info();
        bytes.merge(info.dtype(), info.clampedByteCount(), Saturating::sum);
        elements = Saturating.sum(elements, info.shape().saturatedElementCount());
      }
    }
    double all = tree.totalBytes();
    long own = tree.byteCount(node);
    double share = all == 0 ? 0 : own / all;
    List<Dtype> dtypes = new ArrayList<>(bytes.keySet());
    dtypes.sort(Comparator.comparing(bytes::get).reversed());
    return new GroupSummary(node, tree.tensorCount(node), elements, own, share, dtypes);
  }
}
