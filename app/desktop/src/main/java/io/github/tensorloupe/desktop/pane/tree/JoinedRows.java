package io.github.tensorloupe.desktop.pane.tree;

import module java.base;

import io.github.tensorloupe.desktop.control.table.NameRows;

/// Rows of tensors in which the parts of a quantized weight or of an adapter module are below one
/// of them, as soon as it is known which tensors belong together. In a flat list they are separate.
/// Belongs to the FX thread.
abstract class JoinedRows extends NameRows {

  private JoinedTensorRows joined = JoinedTensorRows.NONE;

  final JoinedTensorRows joined() {
    return joined;
  }

  /// Returns the tensors that share a row.
  final Optional<TensorUnit> joinedAt(int node) {
    return joined.at(node);
  }

  /// Separates all tensors again, for a tree with different nodes.
  final void clearJoined() {
    joined = JoinedTensorRows.NONE;
  }

  final void join(JoinedTensorRows found) {
    if (joined == JoinedTensorRows.NONE) {
      // Initially closed, because the user has not opened them.
      found.nodes().forEach(node -> groups.set(node, false));
    }
    joined = found;
  }

  /// @param visible the visible nodes
  final int[] arranged(int[] visible) {
    return isList() ? visible : joined.arrange(visible, groups);
  }

  /// Returns the nodes whose tensors a row represents: its own node, and the nodes of parts that
  /// are elsewhere in the tree.
  final IntStream nodesIn(int row) {
    List<Integer> below = isList() ? List.of() : joined.partsBelow(row);
    return IntStream.concat(IntStream.of(row), below.stream().mapToInt(Integer::intValue));
  }

  /// Returns the number of bytes of all tensors that a row represents.
  final long byteCount(int row) {
    return nodesIn(row).mapToLong(tree()::byteCount).sum();
  }

  private OptionalInt above(int node) {
    return isList() ? OptionalInt.empty() : joined.above(node);
  }

  @Override
  public boolean opens(int node) {
    return super.opens(node) || nodesIn(node).skip(1).anyMatch(groups::passesFilter);
  }

  @Override
  public String nameOf(int node) {
    return isList() || joinedAt(node).isEmpty() ? super.nameOf(node) : joined.label(node, groups);
  }

  @Override
  public int depthOf(int node) {
    OptionalInt above = above(node);
    return above.isPresent() ? depthOf(above.getAsInt()) + 1 : super.depthOf(joined.placeOf(node));
  }

  @Override
  public int parentOf(int node) {
    return above(node).orElseGet(() -> super.parentOf(joined.placeOf(node)));
  }

  @Override
  public int indexOfNode(int node) {
    int row = node < 0 ? -1 : groups.rowOf(tree(), node);
    return row < 0 ? -1 : rows.indexOf(isList() ? row : joined.rowOf(row));
  }

  @Override
  protected boolean expandAncestors(int node) {
    OptionalInt above = above(node);
    boolean opened = above.isPresent() && groups.set(above.getAsInt(), true);
    return super.expandAncestors(above.orElse(node)) || opened;
  }
}
