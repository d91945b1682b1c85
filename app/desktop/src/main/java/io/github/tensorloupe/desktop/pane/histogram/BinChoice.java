package io.github.tensorloupe.desktop.pane.histogram;

import java.util.List;

/// How many bins are wanted.
///
/// @param count that many, or 0 for as many as the chart has room for
record BinChoice(int count) {

  /// As many as the chart has room for.
  static final BinChoice AUTOMATIC = new BinChoice(0);

  /// What there is to choose from.
  static final List<BinChoice> ALL =
      List.of(
          AUTOMATIC,
          new BinChoice(16),
          new BinChoice(32),
          new BinChoice(64),
          new BinChoice(128),
          new BinChoice(256),
          new BinChoice(512));

  private static final int MIN = 16;
  private static final int MAX = 512;
  private static final double ROOM = 5;

  /// The number of bins.
  ///
  /// @param plotWidth how wide the bars' area is, in pixels
  int countIn(double plotWidth) {
    if (count > 0) {
      return count;
    }
    int fits = (int) Math.clamp(plotWidth / ROOM, MIN, MAX);
    // Powers of two, so that the bars do not change with every pixel of the window.
    return Integer.highestOneBit(fits);
  }
}
