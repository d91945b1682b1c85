package io.github.tensorloupe.desktop.pane.tree;

import io.github.tensorloupe.model.NameTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The labels of a tree, each once: half a million tensors share a few hundred of them. Immutable.
final class Labels {

  private final List<String> distinct;
  private final int[] ofNode;

  private Labels(List<String> distinct, int[] ofNode) {
    this.distinct = distinct;
    this.ofNode = ofNode;
  }

  /// Takes time in proportion to the number of nodes.
  static Labels of(NameTree tree) {
    Map<String, Integer> numbers = new HashMap<>();
    List<String> distinct = new ArrayList<>();
    int[] ofNode = new int[tree.size()];
    for (int node = 0; node < ofNode.length; node++) {
      String label = tree.label(node);
      Integer known = numbers.putIfAbsent(label, distinct.size());
      if (known == null) {
        ofNode[node] = distinct.size();
        distinct.add(label);
      } else {
        ofNode[node] = known;
      }
    }
    return new Labels(distinct, ofNode);
  }

  /// The labels by their numbers.
  List<String> distinct() {
    return distinct;
  }

  /// The number of a node's label.
  int of(int node) {
    return ofNode[node];
  }
}
