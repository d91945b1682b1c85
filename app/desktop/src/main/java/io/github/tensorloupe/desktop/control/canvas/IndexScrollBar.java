package io.github.tensorloupe.desktop.control.canvas;

import module java.base;
import module javafx.controls;

/// A scroll bar over rows or columns, whose value is the index of the first visible one. A `double`
/// represents all indexes exactly. Hidden while everything fits.
public final class IndexScrollBar extends ScrollBar {

  private static final double MIN_THUMB = 24;

  private boolean updating;

  /// @param name accessible name
  /// @param onScroll receives the first index that the user scrolls to
  public IndexScrollBar(Orientation orientation, String id, String name, LongConsumer onScroll) {
    setOrientation(orientation);
    setId(id);
    setUnitIncrement(1);
    setAccessibleText(name);
    valueProperty()
        .subscribe(
            (_, value) -> {
              if (!updating) {
                onScroll.accept(Math.round(value.doubleValue()));
              }
            });
  }

  /// Shows a position.
  ///
  /// @param first index of the first visible row or column
  /// @param maxFirst the largest such index; 0 if everything fits
  /// @param visible number of visible rows or columns
  /// @param length of the bar in pixels; the thumb of a long range keeps a minimum size
  public void show(long first, long maxFirst, int visible, double length) {
    updating = true;
    double share = (double) visible / (maxFirst + (double) visible);
    setMax(maxFirst);
    setVisibleAmount(maxFirst * Math.max(share, MIN_THUMB / Math.max(MIN_THUMB, length)));
    setBlockIncrement(visible);
    setValue(first);
    setVisible(maxFirst > 0);
    updating = false;
  }
}
