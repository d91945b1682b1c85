package io.github.tensorloupe.desktop.control.table;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.control.names.OpenGroups;

/// Names as rows: a tree of groups that can be expanded, or a list without groups. Belongs to the
/// FX thread.
public abstract class NameRows {

  /// The nodes of the visible rows, first to last.
  public final RowList rows = new RowList();

  protected OpenGroups groups = new OpenGroups(new BitSet());

  protected abstract NameTree tree();

  /// Returns true if the rows are names without groups.
  protected abstract boolean isList();

  protected abstract void showRows();

  protected abstract void select(int node);

  /// Returns the selected node, or -1.
  protected abstract int selectedNode();

  /// Returns the values that change when another node is selected.
  protected abstract List<ObservableValue<?>> selectionValues();

  /// Expands or collapses a group; does nothing for other nodes.
  public void toggle(int node) {
    if (opens(node) && groups.set(node, !groups.isOpen(node))) {
      showRows();
    }
  }

  /// Returns true if the row of a node can be expanded and collapsed: a group with children that
  /// pass the filter.
  public boolean opens(int node) {
    if (!isList() && tree().isGroup(node)) {
      int end = tree().subtreeEnd(node);
      for (int child = node + 1; child < end; child = tree().subtreeEnd(child)) {
        if (groups.passesFilter(child)) {
          return true;
        }
      }
    }
    return false;
  }

  public boolean isExpanded(int node) {
    return groups.isOpen(node);
  }

  public void expandAll() {
    groups.openAll(tree().size());
    showRows();
  }

  /// Expands a group and all groups in it.
  public void expandBelow(int node) {
    for (int at = node; at < tree().subtreeEnd(node); at++) {
      if (tree().isGroup(at)) {
        groups.set(at, true);
      }
    }
    showRows();
  }

  public void collapseAll() {
    groups.closeAll();
    showRows();
  }

  /// Expands the groups above a node, or none for -1. Returns true if any was collapsed.
  protected boolean expandAncestors(int node) {
    boolean changed = false;
    for (int at = node; at >= 0; at = tree().parent(at)) {
      changed |= at != node && groups.set(at, true);
    }
    return changed;
  }

  /// Returns the name in the row of a node: the full name in a list, otherwise the part after its
  /// groups.
  public String nameOf(int node) {
    if (!isList()) {
      return groups.rowLabel(tree(), node);
    }
    int top = tree().nodesTo(node).getFirst();
    return (tree().isPart(top) ? tree().label(top) + "/" : "") + tree().path(node);
  }

  /// Returns the indentation of a row, in levels.
  public int depthOf(int node) {
    int parent = isList() ? -1 : groups.rowParent(tree(), node);
    return parent < 0 ? 0 : depthOf(parent) + 1;
  }

  /// Returns the group that contains a row, or -1 at the top.
  public int parentOf(int node) {
    return groups.rowParent(tree(), node);
  }

  /// Returns the index of the row of a node, or -1.
  public int indexOfNode(int node) {
    return node < 0 ? -1 : rows.indexOf(groups.rowOf(tree(), node));
  }

  /// The nodes of the visible rows as a list over an array, whose elements are boxed on access.
  public static final class RowList extends ObservableListBase<Integer> {

    private int[] nodes = {};

    /// True for the natural order, in which a row is found by binary search.
    private boolean ascends = true;

    /// The index of each node's row plus one. Created on demand, because most changes of the rows
    /// are followed by no lookup or by many.
    private Optional<int[]> places = Optional.empty();

    private boolean isChanging;

    /// Replaces all rows. The array is not copied and must not change afterwards.
    public void replace(int[] newNodes) {
      RowList before = new RowList();
      before.nodes = nodes;
      nodes = newNodes;
      ascends = IntStream.range(1, nodes.length).allMatch(i -> nodes[i - 1] < nodes[i]);
      places = Optional.empty();
      if (!before.isEmpty() || !isEmpty()) {
        isChanging = true;
        try {
          fireChange(new Replacement(this, before));
        } finally {
          isChanging = false;
        }
      }
    }

    /// True while listeners are notified of changed rows.
    boolean isChanging() {
      return isChanging;
    }

    /// Replacement of all rows. A change built by the superclass would box every removed row.
    private static final class Replacement extends ListChangeListener.Change<Integer> {

      private final List<Integer> removed;
      private boolean begun;

      Replacement(RowList list, List<Integer> removed) {
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
      public List<Integer> getRemoved() {
        return removed;
      }

      @Override
      protected int[] getPermutation() {
        return new int[0];
      }
    }

    /// Returns the index of the row that shows this node, or -1. Takes linear time at the first
    /// call after the rows were replaced, except in natural order.
    @Override
    public int indexOf(Object node) {
      if (ascends) {
        return node instanceof Integer at ? Math.max(-1, Arrays.binarySearch(nodes, at)) : -1;
      }
      if (places.isEmpty()) {
        int[] rowNumbers = new int[Arrays.stream(nodes).max().orElse(-1) + 1];
        for (int i = 0; i < nodes.length; i++) {
          rowNumbers[nodes[i]] = i + 1;
        }
        places = Optional.of(rowNumbers);
      }
      int[] known = places.get();
      return node instanceof Integer at && at >= 0 && at < known.length ? known[at] - 1 : -1;
    }

    @Override
    public Integer get(int index) {
      return nodes[index];
    }

    @Override
    public int size() {
      return nodes.length;
    }
  }
}
