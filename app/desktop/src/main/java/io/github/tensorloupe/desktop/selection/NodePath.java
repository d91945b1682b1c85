package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.model.NameTree;

/// A node of a name tree by the labels on the way to it, for trees number their nodes differently.
///
/// @param labels from the top down, at least one; as unsafe to show as the file makes them
public record NodePath(List<String> labels) {

  public NodePath {
    labels = List.copyOf(labels);
  }

  /// The path of a node.
  public static NodePath of(NameTree tree, int node) {
    List<String> labels = new ArrayList<>();
    for (int at : nodes(tree, node)) {
      labels.add(tree.label(at));
    }
    return new NodePath(labels);
  }

  /// The nodes on the way to a node, from the top down, the node itself last.
  public static List<Integer> nodes(NameTree tree, int node) {
    List<Integer> nodes = new ArrayList<>();
    for (int at = node; at >= 0; at = tree.parent(at)) {
      nodes.add(at);
    }
    Collections.reverse(nodes);
    return nodes;
  }

  /// The node at this path; empty where the tree has none. Takes time in proportion to the siblings
  /// that are passed on the way.
  public OptionalInt find(NameTree tree) {
    int found = -1;
    int begin = 0;
    int end = tree.size();
    for (String label : labels) {
      found = child(tree, begin, end, label);
      if (found < 0) {
        return OptionalInt.empty();
      }
      begin = found + 1;
      end = tree.subtreeEnd(found);
    }
    return found < 0 ? OptionalInt.empty() : OptionalInt.of(found);
  }

  private static int child(NameTree tree, int begin, int end, String label) {
    for (int node = begin; node < end; node = tree.subtreeEnd(node)) {
      if (tree.label(node).equals(label)) {
        return node;
      }
    }
    return -1;
  }
}
