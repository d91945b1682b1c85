package io.github.tensorloupe.desktop.pane.pickle;

import module java.base;

import io.github.tensorloupe.desktop.control.table.LazyRow;
import io.github.tensorloupe.desktop.text.Messages;

/// A row of the tree of values.
sealed interface PickleRow extends LazyRow<PickleRow> permits PickleNode, PickleRow.Range {

  /// Returns the key, index or attribute, escaped for display.
  String name(Messages messages);

  /// Returns the value as a short text.
  String text(Messages messages);

  /// Creates the rows of a value.
  static List<PickleRow> rows(int begin, int end, IntFunction<PickleRow> row) {
    return LazyRow.rows(begin, end, row, (from, to) -> new Range(from, to, row));
  }

  /// A range of the rows of a large value.
  record Range(int begin, int end, IntFunction<PickleRow> row) implements PickleRow {

    @Override
    public String name(Messages messages) {
      return messages.count(begin) + " … " + messages.count(end - 1);
    }

    @Override
    public String text(Messages messages) {
      return "";
    }

    @Override
    public boolean hasChildren() {
      return true;
    }

    @Override
    public List<PickleRow> children() {
      return rows(begin, end, row);
    }
  }
}
