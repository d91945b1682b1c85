package io.github.tensorloupe.desktop.pane.metadata;

import module javafx.controls;

/// Small things that every view does to its nodes.
final class Nodes {

  private Nodes() {}

  /// Shows a node, or hides it and gives its room to the others.
  static void show(Node node, boolean shown) {
    node.setVisible(shown);
    node.setManaged(shown);
  }

  /// True where the focus owner is the node or inside it.
  static boolean isFocusWithin(Node node) {
    Node at = node.getScene() == null ? null : node.getScene().getFocusOwner();
    while (at != null && at != node) {
      at = at.getParent();
    }
    return at != null;
  }
}
