package io.github.tensorloupe.desktop.pane.breadcrumb;

import java.util.Arrays;

/// Which parts of a way give place to a menu: those in the middle, as few as can be. The first and
/// the last are always shown.
///
/// @param menuFrom the first that stands in the menu
/// @param menuTo the one behind the last in the menu; `menuFrom` where there is none
record CrumbFit(int menuFrom, int menuTo) {

  /// The parts that fit into a width.
  ///
  /// @param widths of the parts, at least one
  /// @param gap before each part but the first
  /// @param menuWidth of the menu with its gap
  static CrumbFit of(double[] widths, double gap, double menuWidth, double room) {
    int count = widths.length;
    double all = Arrays.stream(widths).sum() + gap * (count - 1);
    int from = Math.min(1, count - 1);
    int to = from;
    double left = room - all - menuWidth;
    if (all <= room) {
      return new CrumbFit(from, from);
    }
    while (left < 0 && to < count - 1) {
      left += widths[to] + gap;
      to++;
    }
    return new CrumbFit(from, to);
  }
}
