package io.github.tensorloupe.desktop.control.table;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.model.NameTree;
import io.github.tensorloupe.model.OpenGroups;

/// Names as rows: a tree of groups that are open or closed, or a list without groups. Belongs to
/// the FX thread.
public abstract class NameRows implements TreeRows {

  /// The nodes of the visible rows, first to last.
  public final RowList rows = new RowList();

  protected OpenGroups groups = new OpenGroups(new BitSet());

  protected abstract NameTree tree();

  /// True where the rows are names without groups.
  protected abstract boolean isList();

  /// Fills [#rows].
  protected abstract void showRows();

  /// Marks a node as selected.
  protected abstract void select(int node);

  /// The node that is selected, or -1.
  protected abstract int selectedNode();

  /// Values that change when another node is selected.
  protected abstract List<ObservableValue<?>> selectionValues();

  @Override
  public void toggle(int node) {
    if (opens(node) && groups.set(node, !groups.isOpen(node))) {
      showRows();
    }
  }

  @Override
  public boolean opens(int node) {
    return !isList() && tree().isGroup(node);
  }

  @Override
  public boolean isExpanded(int node) {
    return groups.isOpen(node);
  }

  public void expandAll() {
    groups.openAll(tree().size());
    showRows();
  }

  public void collapseAll() {
    groups.closeAll();
    showRows();
  }

  /// Opens the groups above a node, or none for -1. Returns true where one was closed.
  protected boolean openWayTo(int node) {
    boolean changed = false;
    for (int at = node; at >= 0; at = tree().parent(at)) {
      changed |= at != node && groups.set(at, true);
    }
    return changed;
  }

  /// The name in the row of a node: all of it in a list, else what its groups do not say.
  @Override
  public String nameOf(int node) {
    if (!isList()) {
      return tree().rowLabel(node);
    }
    int top = tree().nodesTo(node).getFirst();
    return (tree().isPart(top) ? tree().label(top) + "/" : "") + tree().path(node);
  }

  @Override
  public int depthOf(int node) {
    return isList() ? 0 : tree().rowDepth(node);
  }

  @Override
  public int parentOf(int node) {
    return tree().rowParent(node);
  }

  @Override
  public int indexOfNode(int node) {
    return node < 0 ? -1 : rows.indexOf(tree().rowOf(node));
  }
}
