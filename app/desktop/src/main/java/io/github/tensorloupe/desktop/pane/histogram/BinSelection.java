package io.github.tensorloupe.desktop.pane.histogram;

/// The bins that are marked in a chart: none, one, or a part of them. Immutable.
///
/// @param anchor where the marking began, -1 for none
/// @param at where it is now, -1 for none
record BinSelection(int anchor, int at) {

  /// No bin is marked.
  static final BinSelection NONE = new BinSelection(-1, -1);

  /// One bin is marked.
  static BinSelection of(int bin) {
    return new BinSelection(bin, bin);
  }

  /// From where it began to this bin.
  BinSelection to(int bin) {
    return isEmpty() ? of(bin) : new BinSelection(anchor, bin);
  }

  /// One bin further.
  ///
  /// @param direction -1 to the left, 1 to the right
  /// @param extended whether the bins marked so far stay marked
  /// @param binCount how many bins there are
  BinSelection step(int direction, boolean extended, int binCount) {
    int from = isEmpty() ? direction > 0 ? -1 : binCount : at;
    int next = Math.clamp(from + direction, 0, binCount - 1);
    return extended ? to(next) : of(next);
  }

  /// Whether no bin is marked.
  boolean isEmpty() {
    return at < 0;
  }

  /// Whether a bin is marked.
  boolean contains(int bin) {
    return !isEmpty() && begin() <= bin && bin < end();
  }

  /// The first marked bin; only where there are some.
  int begin() {
    return Math.min(anchor, at);
  }

  /// The bin behind the last marked one.
  int end() {
    return Math.max(anchor, at) + 1;
  }

  /// The values that the marked bins take.
  ValueRange range(ChartAxis axis) {
    return new ValueRange(axis.bins().edge(begin()), axis.bins().edge(end()));
  }
}
