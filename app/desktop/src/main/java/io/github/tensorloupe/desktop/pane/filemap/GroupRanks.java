package io.github.tensorloupe.desktop.pane.filemap;

import io.github.tensorloupe.model.NameTree;
import java.util.HashMap;
import java.util.Map;

/// Numbers the groups that tell something apart: of the groups that a tensor is in, the largest
/// that holds no more than half of all bytes.
final class GroupRanks {

  private final NameTree tree;
  private final double half;
  private final Map<Integer, Integer> ranks = new HashMap<>();

  GroupRanks(NameTree tree) {
    this.tree = tree;
    double total = 0;
    for (int top = 0; top < tree.size(); top = tree.subtreeEnd(top)) {
      total += tree.byteCount(top);
    }
    half = total / 2;
  }

  /// The number of a tensor's group, counted as they are asked for.
  ///
  /// @param tensor its index in the checkpoint
  int of(int tensor) {
    int group = tree.nodeOf(tensor);
    for (int above = group; above >= 0 && tree.byteCount(above) <= half; ) {
      group = above;
      above = tree.parent(above);
    }
    return group < 0 ? 0 : ranks.computeIfAbsent(group, _ -> ranks.size());
  }
}
