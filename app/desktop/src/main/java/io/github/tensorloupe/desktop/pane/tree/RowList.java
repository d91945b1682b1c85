package io.github.tensorloupe.desktop.pane.tree;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.pane.tree.RowList.TreeRow;

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
    nodes = newNodes;
    placesKnown = false;
    if (oldNodes.length > 0 || newNodes.length > 0) {
      fireChange(new Replacement(this, rowsOver(oldNodes)));
    }
  }

  /// All rows in place of all others. The change that a list builds itself would make an object of
  /// every row that has gone.
  private static final class Replacement extends ListChangeListener.Change<TreeRow> {

    private final List<TreeRow> removed;
    private boolean begun;

    Replacement(RowList list, List<TreeRow> removed) {
      super(list);
      this.removed = removed;
    }

    @Override
    public boolean next() {
      boolean first = !begun;
      begun = true;
      return first;
    }

    @Override
    public void reset() {
      begun = false;
    }

    @Override
    public int getFrom() {
      return 0;
    }

    @Override
    public int getTo() {
      return getList().size();
    }

    @Override
    public List<TreeRow> getRemoved() {
      return removed;
    }

    @Override
    protected int[] getPermutation() {
      return new int[0];
    }
  }

  /// The index of the row that shows this node, or -1. Takes time in proportion to the rows only
  /// for the first question after they were replaced.
  int indexOfNode(int node) {
    if (node < 0) {
      return -1;
    }
    if (!placesKnown) {
      places = placesOf(nodes);
      placesKnown = true;
    }
    return node < places.length ? places[node] - 1 : -1;
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

  /// One visible row of the tree.
  ///
  /// @param node the number of the node in the document's name tree
  record TreeRow(int node) {}
}
