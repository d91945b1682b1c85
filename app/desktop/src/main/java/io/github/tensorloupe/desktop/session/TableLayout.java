package io.github.tensorloupe.desktop.session;

import module java.base;

/// The columns and sort order of a table.
///
/// @param columns columns from left to right, including hidden ones
/// @param sort the sort column; empty for the natural order
public record TableLayout(List<Column> columns, Optional<Sort> sort) {

  /// A column.
  ///
  /// @param id the column name, unique within the table
  /// @param width width in unscaled pixels, more than 0
  public record Column(String id, double width, boolean visible) {
    public Column {
      if (!(width > 0) || Double.isInfinite(width)) {
        throw new IllegalArgumentException("a column of " + width);
      }
    }
  }

  /// The sort order, by column id.
  public record Sort(String column, boolean ascending) {}

  public TableLayout {
    columns = List.copyOf(columns);
  }
}
