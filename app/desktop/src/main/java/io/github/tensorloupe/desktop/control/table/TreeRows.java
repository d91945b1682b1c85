package io.github.tensorloupe.desktop.control.table;

/// A tree of names as a flat list of the visible rows. Belongs to the FX thread.
public interface TreeRows {

  /// The index of the row in which a node stands, or -1.
  int indexOfNode(int node);

  /// The group in whose row everything around a row is directly, or -1 at the top.
  int parentOf(int node);

  /// The number of rows above that of a node by which it stands further in.
  int depthOf(int node);

  String nameOf(int node);

  /// True if the row of a node can be opened and closed.
  boolean opens(int node);

  boolean isExpanded(int node);

  void toggle(int node);
}
