package io.github.tensorloupe.desktop.control.plot;

import io.github.tensorloupe.desktop.control.plot.ChartAxis.ValueRange;

/// The bins that are marked in a chart: none, one, or a part of them. Immutable.
///
/// @param anchor the bin where the selection began, -1 for none
/// @param at the bin where it ends, -1 for none
public record BinSelection(int anchor, int at) {

  public static final BinSelection NONE = new BinSelection(-1, -1);

  public static BinSelection of(int bin) {
    return new BinSelection(bin, bin);
  }

  /// From where it began to this bin.
  public BinSelection to(int bin) {
    return isEmpty() ? of(bin) : new BinSelection(anchor, bin);
  }

  /// One bin further.
  ///
  /// @param direction -1 to the left, 1 to the right
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

  /// The first marked bin; only where there are some.
  public int begin() {
    return Math.min(anchor, at);
  }

  /// The bin behind the last marked one.
  public int end() {
    return Math.max(anchor, at) + 1;
  }

  /// The values that the marked bins take.
  public ValueRange range(ChartAxis axis) {
    return new ValueRange(axis.bins().edge(begin()), axis.bins().edge(end()));
  }
}
