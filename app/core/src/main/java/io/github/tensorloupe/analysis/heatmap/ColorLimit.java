package io.github.tensorloupe.analysis.heatmap;

import module java.base;

/// The upper limit of a color scale. Larger magnitudes have the color of the limit, so that a few
/// extreme values do not make all other values indistinguishable.
public final class ColorLimit {

  /// The default percentage of pixels within the scale.
  public static final double DEFAULT_PERCENTILE = 99.5;

  /// The maximum number of values used. If there are more, a regular sample is used.
  private static final int MAX_SAMPLES = 1 << 18;

  private ColorLimit() {}

  /// Returns a percentile of the magnitudes of pixels. If the percentile is 0, returns the largest
  /// magnitude. If that is also 0, returns 1.
  ///
  /// @param percentile from 0 to 100
  public static double of(double percentile, List<PixelBlock> blocks) {
    long total = blocks.stream().mapToLong(PixelBlock::size).sum();
    int step = (int) Math.max(1, Math.ceilDiv(total, MAX_SAMPLES));
    double[] magnitudes = new double[(int) Math.ceilDiv(total, step)];
    double largest = 0;
    int count = 0;
    long finiteCount = 0;
    for (PixelBlock block : blocks) {
      for (int i = 0; i < block.size(); i++) {
        double magnitude = Math.abs(block.value(i));
        if (magnitude <= Double.MAX_VALUE) {
          largest = Math.max(largest, magnitude);
          if (finiteCount++ % step == 0) {
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
