package io.github.tensorloupe.desktop.session;

import module java.base;

/// The arrangement of a table.
///
/// @param columns from the left to the right, those that are hidden too
/// @param sort what the rows are sorted by; empty for their own order
public record TableLayout(List<Column> columns, Optional<Sort> sort) {

  /// A column.
  ///
  /// @param id names it within its table
  /// @param width in pixels before the scale of the screen, more than 0
  public record Column(String id, double width, boolean visible) {
    public Column {
      if (!(width > 0) || Double.isInfinite(width)) {
        throw new IllegalArgumentException("a column of " + width);
      }
    }
  }

  /// The order of the rows, by the id of a column.
  public record Sort(String column, boolean ascending) {}

  public TableLayout {
    columns = List.copyOf(columns);
  }
}
