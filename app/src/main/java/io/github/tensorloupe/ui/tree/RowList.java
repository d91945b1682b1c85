package io.github.tensorloupe.ui.tree;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import javafx.collections.ObservableListBase;

/// The visible rows as a list over an array of node numbers: rows are made when they are asked for.
final class RowList extends ObservableListBase<TreeRow> {

  private int[] nodes = {};

  /// The index of each node's row plus one; made when it is asked for, because most changes of the
  /// rows are followed by none or by many such questions.
  private int[] places = {};

  private boolean placesKnown;

  /// Shows other rows; the array is not copied and must not change afterwards.
  void replace(int[] newNodes) {
    int[] oldNodes = nodes;
    beginChange();
    nodes = newNodes;
    placesKnown = false;
    nextReplace(0, newNodes.length, rowsOver(oldNodes));
    endChange();
  }

  /// The index of the row that shows this node, or -1. Takes time in proportion to the rows only
  /// for the first question after they were replaced.
  int indexOfNode(int node) {
    if (!placesKnown) {
      places = placesOf(nodes);
      placesKnown = true;
    }
    return node >= 0 && node < places.length ? places[node] - 1 : -1;
  }

  private static int[] placesOf(int[] nodes) {
    int[] places = new int[Arrays.stream(nodes).max().orElse(-1) + 1];
    for (int i = 0; i < nodes.length; i++) {
      places[nodes[i]] = i + 1;
    }
    return places;
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
