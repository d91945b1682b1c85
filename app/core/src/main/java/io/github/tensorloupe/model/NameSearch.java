package io.github.tensorloupe.desktop.pane.tree;

import io.github.tensorloupe.model.NameTree;
import java.util.List;

/// Finds the nodes of a tree in whose paths words occur. Goes from part to part and not from name
/// to name: what half a million names have in common is searched once.
final class NameMatches {

  private final NameTree tree;
  private final List<WordSearch> searches;

  /// Of each level, which words occur in the path of the node there that was asked for last.
  private final boolean[][] foundAt;

  NameMatches(NameTree tree, Labels labels, List<String> words) {
    this.tree = tree;
    this.searches = words.stream().map(word -> new WordSearch(tree, labels, word)).toList();
    this.foundAt = new boolean[NameTree.MAX_DEPTH + 2][words.size()];
  }

  /// Whether all words occur in the path of a node. To be asked for all nodes, one after the other.
  boolean next(int node) {
    int depth = tree.depth(node);
    boolean[] found = foundAt[depth];
    boolean all = true;
    for (int i = 0; i < found.length; i++) {
      found[i] = depth > 0 && foundAt[depth - 1][i] || searches.get(i).endsAt(node);
      all &= found[i];
    }
    return all;
  }
}
