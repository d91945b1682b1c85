package io.github.tensorloupe.desktop.control.table;

import module java.base;
import module javafx.controls;

/// The nodes of the visible rows as a list over an array: their numbers are boxed when they are
/// asked for.
public final class RowList extends ObservableListBase<Integer> {

  private int[] nodes = {};

  /// True for the natural order, in which a row is found without a table.
  private boolean ascends = true;

  /// The index of each node's row plus one; empty until it is asked for, because most changes of
  /// the rows are followed by none or by many such questions.
  private Optional<int[]> places = Optional.empty();

  private boolean isChanging;

  /// Shows other rows; the array is not copied and must not change afterwards.
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

  /// True while those who show the rows are told that they are others.
  boolean isChanging() {
    return isChanging;
  }

  /// All rows in place of all others. The change that a list builds itself would make an object of
  /// every row that has gone.
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

  /// The index of the row that shows this node, or -1. Takes time in proportion to the rows only
  /// for the first question after they were replaced, and in natural order not even then.
  @Override
  public int indexOf(Object node) {
    if (ascends) {
      return node instanceof Integer at ? Math.max(-1, Arrays.binarySearch(nodes, at)) : -1;
    }
    if (places.isEmpty()) {
      int[] made = new int[Arrays.stream(nodes).max().orElse(-1) + 1];
      for (int i = 0; i < nodes.length; i++) {
        made[nodes[i]] = i + 1;
      }
      places = Optional.of(made);
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
