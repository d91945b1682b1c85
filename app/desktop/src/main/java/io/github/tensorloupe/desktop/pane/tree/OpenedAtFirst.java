package io.github.tensorloupe.desktop.pane.tree;

import io.github.tensorloupe.model.NameTree;
import java.util.BitSet;

/// Which groups of a newly opened tree are open: whole levels, as many as stay short, and a group
/// that is alone on its level in any case.
final class OpenedAtFirst {

  private static final int MAX_ROWS = 40;

  private OpenedAtFirst() {}

  /// The nodes of the open groups.
  static BitSet groups(NameTree tree) {
    int[] counts = new int[NameTree.MAX_DEPTH + 2];
    for (int node = 0; node < tree.size(); node++) {
      counts[tree.depth(node)]++;
    }
    int openLevels = openLevels(counts);
    BitSet opened = new BitSet();
    for (int node = 0; node < tree.size(); node++) {
      if (tree.depth(node) < openLevels) {
        opened.set(node);
      }
    }
    return opened;
  }

  private static int openLevels(int[] counts) {
    int level = 0;
    int rows = counts[0];
    while (level + 1 < counts.length
        && (counts[level] == 1 || rows + counts[level + 1] <= MAX_ROWS)) {
      level++;
      rows += counts[level];
    }
    return level;
  }
}
