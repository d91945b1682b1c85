package io.github.tensorloupe.desktop.control.plot;

import io.github.tensorloupe.desktop.control.plot.ChartAxis.ValueRange;

/// The selected bins of a chart: none, one, or a range. Immutable.
///
/// @param anchor the bin at which the selection started, or -1
/// @param at the bin at which it ends, or -1
public record BinSelection(int anchor, int at) {

  public static final BinSelection NONE = new BinSelection(-1, -1);

  public static BinSelection of(int bin) {
    return new BinSelection(bin, bin);
  }

  /// Extends the selection to this bin.
  public BinSelection to(int bin) {
    return isEmpty() ? of(bin) : new BinSelection(anchor, bin);
  }

  /// Moves by one bin.
  ///
  /// @param direction -1 for left, 1 for right
  /// @param extended true to extend the selection
  public BinSelection step(int direction, boolean extended, int binCount) {
    int from = isEmpty() ? direction > 0 ? -1 : binCount : at;
    int next = Math.clamp(from + direction, 0, binCount - 1);
    return extended ? to(next) : of(next);
  }

  public boolean isEmpty() {
    return at < 0;
  }

  public boolean contains(int bin) {
    return !isEmpty() && begin() <= bin && bin < end();
  }

  /// Returns the first selected bin. Must not be called without a selection.
  public int begin() {
    return Math.min(anchor, at);
  }

  /// Returns the bin after the last selected one.
  public int end() {
    return Math.max(anchor, at) + 1;
  }

  /// Returns the values covered by the selected bins.
  public ValueRange range(ChartAxis axis) {
    return new ValueRange(axis.bins().edge(begin()), axis.bins().edge(end()));
  }
}
