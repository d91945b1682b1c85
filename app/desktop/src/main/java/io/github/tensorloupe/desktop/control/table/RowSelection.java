package io.github.tensorloupe.desktop.control.table;

import module java.base;
import module javafx.controls;

/// A multiple selection of table rows. Each change takes time linear in the number of rows, however
/// many are selected; the selection model of JavaFX takes quadratic time to deselect several
/// hundred thousand rows.
///
/// Rows stay selected while others are added and removed. A row that is set to another item also
/// stays selected. If all items are replaced, the lead item stays selected.
///
/// @param <T> the item of a row
public final class RowSelection<T> extends TableView.TableViewSelectionModel<T> {

  private final TableView<T> table;
  private final Selected<Integer> indices = new Selected<>(index -> index);
  private final Selected<T> items = new Selected<>(this::item);

  @SuppressWarnings("rawtypes") // raw as in the superclass
  private final Selected<TablePosition> cells = new Selected<>(this::cell);

  private final ListChangeListener<T> following = this::onSelectionChanged;
  private BitSet rows = new BitSet();

  private RowSelection(TableView<T> table) {
    super(table);
    this.table = table;
    setSelectionMode(SelectionMode.MULTIPLE);
    // The items outlive a table that is created again.
    table.getItems().addListener(new WeakListChangeListener<>(following));
  }

  /// Installs this selection model on a table.
  ///
  /// @param table must not get another list of items
  public static <T> void install(TableView<T> table) {
    table.setSelectionModel(new RowSelection<>(table));
  }

  /// The selected rows as indexes, items or cells. Elements are created on access.
  private final class Selected<E> extends ObservableListBase<E> {

    private final IntFunction<E> value;
    private int[] at = {};

    Selected(IntFunction<E> value) {
      this.value = value;
    }

    @Override
    public E get(int index) {
      return value.apply(at[index]);
    }

    @Override
    public int size() {
      return at.length;
    }

    void show(int[] now) {
      List<E> before = IntStream.of(at).mapToObj(value).toList();
      beginChange();
      at = now;
      nextReplace(0, now.length, before);
      endChange();
    }
  }

  private T item(int row) {
    return row < table.getItems().size() ? table.getItems().get(row) : null;
  }

  private TablePosition<T, ?> cell(int row) {
    return new TablePosition<>(table, row, null);
  }

  private void onSelectionChanged(ListChangeListener.Change<? extends T> change) {
    int lead = getSelectedIndex();
    BitSet now = copy();
    while (change.next()) {
      if (change.wasPermutated()) {
        now.clear(change.getFrom(), change.getTo());
        rows.stream()
            .filter(row -> row >= change.getFrom() && row < change.getTo())
            .forEach(row -> now.set(change.getPermutation(row)));
        lead =
            lead < change.getFrom() || lead >= change.getTo() ? lead : change.getPermutation(lead);
      } else if (change.getAddedSize() != change.getRemovedSize()) {
        lead = shift(now, lead, change.getFrom(), change.getRemovedSize(), change.getAddedSize());
      }
    }
    if (lead < 0 && getSelectedItem() != null) {
      lead = table.getItems().indexOf(getSelectedItem());
      now.set(Math.max(0, lead), lead + 1);
    }
    select(now, lead);
  }

  /// Shifts the rows after the replaced ones. The replaced rows become unselected.
  private static int shift(BitSet rows, int lead, int begin, int removed, int added) {
    BitSet shifted = rows.get(begin + removed, Math.max(begin + removed, rows.length()));
    rows.clear(begin, Math.max(begin, rows.length()));
    shifted.stream().forEach(row -> rows.set(begin + added + row));
    if (lead < begin) {
      return lead;
    }
    return lead < begin + removed ? -1 : lead + added - removed;
  }

  /// @param lead the row that was selected last; if it is not selected, the first selected row
  ///   becomes the lead
  private void select(BitSet now, int lead) {
    int known = lead >= 0 && now.get(lead) ? lead : now.nextSetBit(0);
    boolean isSame = now.equals(rows);
    rows = now;
    setSelectedIndex(known);
    setSelectedItem(known < 0 ? null : item(known));
    if (!isSame) {
      int[] all = now.stream().toArray();
      indices.show(all);
      items.show(all);
      cells.show(all);
    }
  }

  private BitSet copy() {
    return (BitSet) rows.clone();
  }

  private boolean isRow(int row) {
    return row >= 0 && row < table.getItems().size();
  }

  private void focusAndSelect(BitSet now, int lead) {
    select(now, lead);
    focus(lead);
  }

  @Override
  public ObservableList<Integer> getSelectedIndices() {
    return indices;
  }

  @Override
  public ObservableList<T> getSelectedItems() {
    return items;
  }

  @Override
  @SuppressWarnings("rawtypes")
  public ObservableList<TablePosition> getSelectedCells() {
    return cells;
  }

  @Override
  public boolean isSelected(int row) {
    return row >= 0 && rows.get(row);
  }

  @Override
  public boolean isSelected(int row, TableColumn<T, ?> column) {
    return column == null && isSelected(row);
  }

  @Override
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  @Override
  public void select(int row) {
    if (isRow(row)) {
      BitSet now = copy();
      now.set(row);
      focusAndSelect(now, row);
    }
  }

  @Override
  public void select(T item) {
    select(table.getItems().indexOf(item));
  }

  @Override
  public void select(int row, TableColumn<T, ?> column) {
    select(row);
  }

  @Override
  public void clearAndSelect(int row) {
    if (isRow(row)) {
      BitSet now = new BitSet();
      now.set(row);
      focusAndSelect(now, row);
    }
  }

  @Override
  public void clearAndSelect(int row, TableColumn<T, ?> column) {
    clearAndSelect(row);
  }

  @Override
  public void selectIndices(int row, int... more) {
    BitSet now = copy();
    int lead = -1;
    for (int each : IntStream.concat(IntStream.of(row), IntStream.of(more)).toArray()) {
      if (isRow(each)) {
        now.set(each);
        lead = each;
      }
    }
    if (lead >= 0) {
      focusAndSelect(now, lead);
    }
  }

  @Override
  public void selectRange(
      int first, TableColumnBase<T, ?> firstColumn, int last, TableColumnBase<T, ?> lastColumn) {
    selectRange(Math.min(first, last), Math.max(first, last) + 1);
  }

  @Override
  public void selectAll() {
    BitSet all = new BitSet();
    all.set(0, table.getItems().size());
    select(all, getSelectedIndex());
  }

  @Override
  public void clearSelection() {
    focusAndSelect(new BitSet(), -1);
  }

  @Override
  public void clearSelection(int row) {
    BitSet now = copy();
    now.clear(Math.max(0, row));
    if (now.isEmpty()) {
      clearSelection();
    } else {
      select(now, getSelectedIndex());
    }
  }

  @Override
  public void clearSelection(int row, TableColumn<T, ?> column) {
    clearSelection(row);
  }

  @Override
  public void selectFirst() {
    clearAndSelect(0);
  }

  @Override
  public void selectLast() {
    clearAndSelect(table.getItems().size() - 1);
  }

  @Override
  public void selectPrevious() {
    select(getFocusedIndex() - 1);
  }

  @Override
  public void selectNext() {
    select(getFocusedIndex() + 1);
  }

  @Override
  public void selectAboveCell() {
    selectPrevious();
  }

  @Override
  public void selectBelowCell() {
    selectNext();
  }

  @Override
  public void selectLeftCell() {}

  @Override
  public void selectRightCell() {}
}
