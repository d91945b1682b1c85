package io.github.tensorloupe.desktop.pane.tree;

/// One visible row of the tree.
///
/// @param node the number of the node in the document's name tree
record TreeRow(int node) {}
