package io.github.tensorloupe.desktop.pane.overview;

import module java.base;

import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.format.Saturating;
import io.github.tensorloupe.work.Cancellation;

/// The largest groups of tensors, from a meaningful level of the name tree. Immutable.
///
/// A level with a single group is skipped. A group that contains most of the bytes is replaced by
/// its children if they fit into the list: `model.layers`, `lm_head` ... instead of `model`.
///
/// @param largest the largest groups first; empty if the names form no groups
/// @param moreCount the number of omitted groups and tensors of the level, with `moreByteCount`
///   bytes
public record LargestGroups(List<Group> largest, int moreCount, long moreByteCount) {

  /// A group, or a tensor on the same level as groups.
  ///
  /// @param path its name from the root, not escaped for display
  public record Group(String path, int tensorCount, long byteCount) {}

  /// Finds the largest groups of a tree.
  ///
  /// @throws java.util.concurrent.CancellationException if cancelled
  public static LargestGroups of(NameTree tree, int maxGroups, Cancellation cancellation) {
    List<Integer> level = siblings(tree, 0, tree.size());
    while (level.size() == 1 && opens(tree, level.getFirst())) {
      cancellation.check();
      level = siblings(tree, level.getFirst() + 1, tree.subtreeEnd(level.getFirst()));
    }
    if (level.stream().noneMatch(tree::isGroup)) {
      return new LargestGroups(List.of(), 0, 0);
    }
    Comparator<Integer> bySize = Comparator.<Integer>comparingLong(tree::byteCount).reversed();
    level.sort(bySize);
    while (openLargest(tree, level, maxGroups)) {
      cancellation.check();
      level.sort(bySize);
    }
    List<Integer> rest = level.subList(Math.min(maxGroups, level.size()), level.size());
    return new LargestGroups(
        level.stream()
            .limit(maxGroups)
            .map(it -> new Group(tree.path(it), tree.tensorCount(it), tree.byteCount(it)))
            .toList(),
        rest.size(),
        sum(rest.stream().mapToLong(tree::byteCount)));
  }

  /// Replaces the largest group with its children if it contains most of the bytes and they fit.
  private static boolean openLargest(NameTree tree, List<Integer> level, int maxGroups) {
    int largest = level.getFirst();
    long total = sum(level.stream().mapToLong(tree::byteCount));
    if (!opens(tree, largest) || tree.byteCount(largest) <= total / 2) {
      return false;
    }
    List<Integer> children = siblings(tree, largest + 1, tree.subtreeEnd(largest));
    boolean opens =
        level.size() - 1 + children.size() <= maxGroups
            && children.stream().anyMatch(tree::isGroup);
    if (opens) {
      level.removeFirst();
      level.addAll(children);
    }
    return opens;
  }

  private static boolean opens(NameTree tree, int node) {
    return tree.isGroup(node) && tree.tensor(node) == NameTree.NO_TENSOR;
  }

  private static List<Integer> siblings(NameTree tree, int begin, int end) {
    return IntStream.iterate(begin, node -> node < end, tree::subtreeEnd)
        .filter(node -> tree.tensorCount(node) > 0)
        .boxed()
        .collect(Collectors.toCollection(ArrayList::new));
  }

  public long totalByteCount() {
    return Saturating.sum(moreByteCount, sum(largest.stream().mapToLong(Group::byteCount)));
  }

  private static long sum(LongStream byteCounts) {
    return byteCounts.reduce(0, Saturating::sum);
  }
}
