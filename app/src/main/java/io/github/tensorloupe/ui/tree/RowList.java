package io.github.tensorloupe.ui.tree;

import java.util.AbstractList;
import java.util.List;
import javafx.collections.ObservableListBase;

/// The visible rows as a list over an array of node numbers: rows are made when they are asked for.
final class RowList extends ObservableListBase<TreeRow> {

  private int[] nodes = {};

  /// Shows other rows; the array is not copied and must not change afterwards.
  void replace(int[] newNodes) {
    int[] oldNodes = nodes;
    beginChange();
    nodes = newNodes;
    nextReplace(0, newNodes.length, rowsOver(oldNodes));
    endChange();
  }

  /// The index of the row that shows this node, or -1.
  int indexOfNode(int node) {
    for (int i = 0; i < nodes.length; i++) {
      if (nodes[i] == node) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public TreeRow get(int index) {
    return new TreeRow(nodes[index]);
  }

  @Override
  public int size() {
    return nodes.length;
  }

  private static List<TreeRow> rowsOver(int[] nodes) {
    return new AbstractList<>() {
      @Override
      public TreeRow get(int index) {
        return new TreeRow(nodes[index]);
      }

      @Override
      public int size() {
        return nodes.length;
      }
    };
  }
}
