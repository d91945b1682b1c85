package io.github.tensorloupe.desktop.text;

import module java.base;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.text.Quantities;

/// Writes figures for the window: English digits and separators whatever the locale, so that two
/// people see the same.
public final class Figures {

  private static final String[] BINARY_UNITS = {" KiB", " MiB", " GiB", " TiB"};

  private Figures() {}

  /// A number of bytes with three significant digits: `1.58 MB`. Decimal units, as downloads are
  /// given.
  public static String bytes(long byteCount) {
    return Quantities.bytes(byteCount);
  }

  /// A number of bytes that somebody chose: `8 GiB` where it is whole in a binary unit, else as
  /// [#bytes(long)].
  public static String chosenBytes(long byteCount) {
    int unit = Math.min(Long.numberOfTrailingZeros(byteCount) / 10, BINARY_UNITS.length);
    return byteCount <= 0 || unit == 0
        ? bytes(byteCount)
        : count(byteCount >>> 10 * unit) + BINARY_UNITS[unit - 1];
  }

  /// A number of bytes to the last byte: `1,582,501 bytes`.
  public static String exactBytes(long byteCount) {
    return count(byteCount) + (byteCount == 1 ? " byte" : " bytes");
  }

  /// A count with separators: `1,582,501`.
  public static String count(long count) {
    return Quantities.count(count);
  }

  /// A count with three significant digits: `7.24 B`.
  public static String shortCount(long count) {
    return Quantities.shortCount(count);
  }

  /// A time span, roughly: `less than 1 s`, `12 s`, `3 min`, `2 h 10 min`.
  public static String duration(Duration duration) {
    long seconds = duration.plusMillis(500).toSeconds();
    if (duration.toMillis() < 1000) {
      return "less than 1 s";
    }
    if (seconds < 100) {
      return seconds + " s";
    }
    long minutes = (seconds + 30) / 60;
    return minutes < 100 ? minutes + " min" : "%d h %d min".formatted(minutes / 60, minutes % 60);
  }

  /// A share of a whole as a percentage: `12.5 %`, `<0.1 %`.
  public static String share(double fraction) {
    if (fraction > 0 && fraction < 0.001) {
      return "<0.1 %";
    }
    return String.format(Locale.ENGLISH, fraction == 1 ? "%.0f %%" : "%.1f %%", fraction * 100);
  }

  /// A shape: `2 × 3`, or `scalar`.
  public static String shape(Shape shape) {
    if (shape.rank() == 0) {
      return "scalar";
    }
    StringBuilder text = new StringBuilder();
    for (int axis = 0; axis < shape.rank() && axis < 16; axis++) {
      text.append(axis == 0 ? "" : " × ").append(Long.toUnsignedString(shape.dimension(axis)));
    }
    return shape.rank() > 16 ? text.append(" × …").toString() : text.toString();
  }

  /// A value with at most six significant digits: `0.0321`, `1.2e-09`, `42`.
  public static String value(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "∞" : "−∞";
    }
    if (value == Math.rint(value) && Math.abs(value) < 1e7) {
      return String.format(Locale.ENGLISH, "%.0f", value + 0.0).replace('-', '−');
    }
    double magnitude = Math.abs(value);
    String text =
        magnitude >= 1e-3 && magnitude < 1e7
            ? withoutTrailingZeros(String.format(Locale.ENGLISH, "%.6g", value))
            : exponential(value);
    return text.replace("-", "−");
  }

  private static String exponential(double value) {
    String text = String.format(Locale.ENGLISH, "%.4e", value);
    int e = text.indexOf('e');
    return withoutTrailingZeros(text.substring(0, e)) + text.substring(e);
  }

  private static String withoutTrailingZeros(String text) {
    return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
  }
}
