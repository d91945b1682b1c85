package io.github.tensorloupe.export;

import module java.base;

/// A mapping of finite numbers to colors. Immutable and thread-safe.
public final class HeatScale {

  private static final int STEPS = 1024;

  private final boolean isSigned;
  private final double limit;
  private final int[] colors = new int[STEPS + 1];

  /// @param isSigned true for a diverging scale around 0, false for a scale from 0
  /// @param limit the magnitude at the end of the scale, above 0; larger numbers are clamped
  public HeatScale(HeatPalette palette, boolean isSigned, double limit) {
    this.isSigned = isSigned;
    this.limit = limit;
    List<Integer> stops = isSigned ? palette.diverging() : palette.sequential();
    for (int i = 0; i <= STEPS; i++) {
      colors[i] = between(stops, (double) i / STEPS);
    }
  }

  private static int between(List<Integer> stops, double position) {
    double place = position * (stops.size() - 1);
    int first = (int) Math.min(place, stops.size() - 2);
    return mixed(stops.get(first), stops.get(first + 1), place - first);
  }

  private static int mixed(int from, int to, double part) {
    int color = 0;
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      int a = from >>> shift & 0xff;
      int b = to >>> shift & 0xff;
      color |= (int) Math.round(a + (b - a) * part) << shift;
    }
    return color;
  }

  /// Returns the magnitude at the end of the scale.
  public double limit() {
    return limit;
  }

  public double low() {
    return isSigned ? -limit : 0;
  }

  /// Returns the color of a finite number as `0xAARRGGBB`.
  public int color(double value) {
    double position = isSigned ? 0.5 + value / limit / 2 : value / limit;
    return colors[(int) (Math.clamp(position, 0, 1) * STEPS + 0.5)];
  }
}
