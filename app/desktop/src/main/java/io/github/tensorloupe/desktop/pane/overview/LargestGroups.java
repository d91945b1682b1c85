package io.github.tensorloupe.desktop.pane.overview;

import module java.base;

import io.github.tensorloupe.model.NameTree;
import io.github.tensorloupe.work.Cancellation;

/// The largest parts of a document, from a meaningful level of the name tree. Immutable.
///
/// A level with one group alone says nothing and is passed by, and a group of groups that holds
/// most of the bytes is opened while its parts still fit into the list: `model.layers`, `lm_head`
/// ... and not `model`.
///
/// @param largest at most [Overview#MAX_ROWS], the largest first; empty where names form no groups
/// @param moreCount number of groups and tensors of the level that are left out
/// @param moreByteCount their size
record LargestGroups(List<Group> largest, int moreCount, long moreByteCount) {

  /// A group, or a tensor that stands beside groups.
  ///
  /// @param path its name from the top, as unsafe to show as the file makes it
  record Group(String path, int tensorCount, long byteCount) {}

  LargestGroups {
    largest = List.copyOf(largest);
  }

  /// The largest groups of a tree.
  ///
  /// @throws java.util.concurrent.CancellationException if cancelled
  static LargestGroups of(NameTree tree, Cancellation cancellation) {
    List<Integer> level = siblings(tree, 0, tree.size(), cancellation);
    while (level.size() == 1 && opens(tree, level.getFirst())) {
      level = children(tree, level.getFirst(), cancellation);
    }
    if (level.stream().noneMatch(tree::isGroup)) {
      return new LargestGroups(List.of(), 0, 0);
    }
    level.sort(bySize(tree));
    while (openLargest(tree, level, cancellation)) {
      level.sort(bySize(tree));
    }
    return cut(tree, level);
  }

  private static Comparator<Integer> bySize(NameTree tree) {
    return Comparator.<Integer>comparingLong(tree::byteCount).reversed();
  }

  /// Puts the parts of the largest group in its place if it holds most and they fit.
  private static boolean openLargest(
      NameTree tree, List<Integer> level, Cancellation cancellation) {
    int largest = level.getFirst();
    long total = level.stream().mapToLong(tree::byteCount).reduce(0, Overview::saturatingSum);
    if (!opens(tree, largest) || tree.byteCount(largest) <= total / 2) {
      return false;
    }
    List<Integer> children = children(tree, largest, cancellation);
    boolean fit = level.size() - 1 + children.size() <= Overview.MAX_ROWS;
    if (!fit || children.stream().noneMatch(tree::isGroup)) {
      return false;
    }
    level.removeFirst();
    level.addAll(children);
    return true;
  }

  private static boolean opens(NameTree tree, int node) {
    return tree.isGroup(node) && tree.tensor(node) == NameTree.NO_TENSOR;
  }

  private static List<Integer> children(NameTree tree, int node, Cancellation cancellation) {
    return siblings(tree, node + 1, tree.subtreeEnd(node), cancellation);
  }

  private static List<Integer> siblings(
      NameTree tree, int begin, int end, Cancellation cancellation) {
    cancellation.check();
    List<Integer> siblings = new ArrayList<>();
    for (int node = begin; node < end; node = tree.subtreeEnd(node)) {
      siblings.add(node);
    }
    return siblings;
  }

  private static LargestGroups cut(NameTree tree, List<Integer> level) {
    int shown = Math.min(Overview.MAX_ROWS, level.size());
    List<Group> largest = new ArrayList<>();
    for (int node : level.subList(0, shown)) {
      largest.add(new Group(tree.path(node), tree.tensorCount(node), tree.byteCount(node)));
    }
    long moreByteCount =
        level.subList(shown, level.size()).stream()
            .mapToLong(tree::byteCount)
            .reduce(0, Overview::saturatingSum);
    return new LargestGroups(largest, level.size() - shown, moreByteCount);
  }

  /// The size of everything on the level.
  long totalByteCount() {
    return largest.stream()
        .mapToLong(Group::byteCount)
        .reduce(moreByteCount, Overview::saturatingSum);
  }
}
