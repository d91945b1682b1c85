package io.github.tensorloupe.desktop.pane.tree;

import module java.base;

import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.selection.HealthMarks;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// An order of siblings.
///
/// @param ascending true for smallest first
public record TreeOrder(Key key, boolean ascending) {

  /// Names in natural order, the order of the name tree itself.
  public static final TreeOrder NATURAL = new TreeOrder(Key.NAME, true);

  private static final int REPORTED = 4096;

  public enum Key {
    NAME,
    DTYPE,
    SHAPE,
    BYTES,
    /// The worst problems first, followed by outliers, healthy tensors, and tensors that were not
    /// scanned.
    HEALTH
  }

  /// Returns all nodes of the tree, parents before their children and siblings in this order. Each
  /// node is directly followed by its descendants, as many as in the tree itself.
  ///
  /// @param marks the problems of values found so far
  /// @param progress in nodes
  public int[] arrange(
      NameTree tree,
      List<TensorRef> tensors,
      HealthMarks marks,
      Cancellation cancellation,
      Progress progress) {
    int[] arranged = new int[tree.size()];
    if (equals(NATURAL)) {
      Arrays.setAll(arranged, node -> node);
    } else {
      Comparator<Integer> order = comparator(tree, tensors, marks);
      Comparator<Integer> stoppable =
          (one, other) -> {
            cancellation.check();
            return order.compare(one, other);
          };
      new Arrangement(tree, stoppable, arranged, progress).addAll(0, tree.size(), 0);
    }
    return arranged;
  }

  private Comparator<Integer> comparator(
      NameTree tree, List<TensorRef> tensors, HealthMarks marks) {
    Comparator<Integer> ascendingOrder =
        switch (key) {
          case NAME -> Comparator.naturalOrder();
          case DTYPE -> Comparator.comparing(node -> dtypeOf(tree, tensors, node));
          case SHAPE -> Comparator.comparingLong(node -> elementsOf(tree, tensors, node));
          case BYTES -> Comparator.comparingLong(tree::byteCount);
          case HEALTH -> Comparator.comparingInt(node -> healthOf(marks, node));
        };
    return ascending ? ascendingOrder : ascendingOrder.reversed();
  }

  private static int healthOf(HealthMarks marks, int node) {
    int fine = marks.scannedCountAt(node) > 0 ? 1 : 2;
    Optional<Severity> finding = marks.findingAt(node);
    if (finding.isPresent()) {
      return finding.get().ordinal() - Severity.values().length;
    }
    return marks
        .worstAt(node)
        .map(HealthIssue::ordinal)
        .orElse(HealthIssue.values().length + (marks.isOutlierAt(node) ? 0 : fine));
  }

  private static String dtypeOf(NameTree tree, List<TensorRef> tensors, int node) {
    int tensor = tree.tensor(tree.rowOf(node));
    return tensor == NameTree.NO_TENSOR ? "" : tensors.get(tensor).info().dtype().name();
  }

  private static long elementsOf(NameTree tree, List<TensorRef> tensors, int node) {
    int tensor = tree.tensor(tree.rowOf(node));
    return tensor == NameTree.NO_TENSOR
        ? -tree.tensorCount(node)
        : tensors.get(tensor).info().shape().saturatedElementCount();
  }

  private record Arrangement(
      NameTree tree, Comparator<Integer> order, int[] arranged, Progress progress) {

    /// Adds the siblings from `begin` to `end` with all their descendants.
    ///
    /// @return the index after the last added node
    int addAll(int begin, int end, int at) {
      List<Integer> siblings = new ArrayList<>();
      for (int node = begin; node < end; node = tree.subtreeEnd(node)) {
        siblings.add(node);
      }
      siblings.sort(order);
      int next = at;
      for (int node : siblings) {
        arranged[next] = node;
        if (next % REPORTED == 0) {
          progress.report(next, arranged.length);
        }
        next = addAll(node + 1, tree.subtreeEnd(node), next + 1);
      }
      return next;
    }
  }
}
