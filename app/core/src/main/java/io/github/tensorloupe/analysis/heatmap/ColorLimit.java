package io.github.tensorloupe.analysis.heatmap;

import module java.base;

/// The end of a color scale: magnitudes beyond it have the color of the end, so that a few large
/// numbers do not leave all others without one.
public final class ColorLimit {

  /// The share of pixels that have their own place on the scale, in percent, where nothing else is
  /// asked for.
  public static final double USUAL_PERCENTILE = 99.5;

  /// So many numbers at most are looked at, picked regularly.
  private static final int MOST_NUMBERS = 1 << 18;

  private ColorLimit() {}

  /// The magnitude that a percentage of the pixels do not go beyond; if that is 0, the largest one.
  /// Never 0: of zeros alone it is 1.
  ///
  /// @param percentile from 0 to 100
  public static double of(double percentile, List<PixelBlock> blocks) {
    long total = blocks.stream().mapToLong(PixelBlock::size).sum();
    int step = (int) Math.max(1, Math.ceilDiv(total, MOST_NUMBERS));
    double[] magnitudes = new double[(int) Math.ceilDiv(total, step)];
    double largest = 0;
    int count = 0;
    long seen = 0;
    for (PixelBlock block : blocks) {
      for (int i = 0; i < block.size(); i++) {
        double magnitude = Math.abs(block.value(i));
        if (magnitude <= Double.MAX_VALUE) {
          largest = Math.max(largest, magnitude);
          if (seen++ % step == 0) {
            magnitudes[count++] = magnitude;
          }
        }
      }
    }
    Arrays.sort(magnitudes, 0, count);
    int place = (int) Math.ceil(percentile / 100 * count) - 1;
    double limit = count == 0 ? 0 : magnitudes[Math.clamp(place, 0, count - 1)];
    return limit > 0 ? limit : largest > 0 ? largest : 1;
  }
}
