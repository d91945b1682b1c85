package io.github.tensorloupe.ui.histogram;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/// How the height of a bar follows from its count.
enum CountScale {
  /// Twice the count, twice the height.
  LINEAR {
    @Override
    double fraction(long count, long maxCount) {
      return (double) count / maxCount;
    }

    @Override
    List<Long> ticks(long maxCount, int atMost) {
      return AxisTicks.integersBetween(0, maxCount, atMost).stream()
          .map(BigDecimal::longValueExact)
          .toList();
    }
  },
  /// Ten times the count, one step more of height.
  LOG {
    @Override
    double fraction(long count, long maxCount) {
      return count == 0 ? 0 : decades(count) / decades(maxCount);
    }

    @Override
    List<Long> ticks(long maxCount, int atMost) {
      int decades = (int) Math.floor(Math.log10(maxCount));
      int step = decades / Math.max(1, atMost) + 1;
      List<Long> ticks = new ArrayList<>();
      for (int decade = 0; decade <= decades; decade += step) {
        ticks.add((long) Math.pow(10, decade));
      }
      return ticks;
    }
  };

  /// The axis begins at a third of a value, so that a single one still has a height.
  private static final double LOG_ORIGIN = 1.0 / 3;

  private static double decades(long count) {
    return Math.log10(count / LOG_ORIGIN);
  }

  /// The height of a bar as a part of the height of the chart, from 0 to 1.
  ///
  /// @param count at least 0
  /// @param maxCount the count of the highest bar, at least 1 and `count`
  abstract double fraction(long count, long maxCount);

  /// Counts to be marked along the axis, ascending.
  ///
  /// @param maxCount the count of the highest bar, at least 1
  /// @param atMost about how many, at least 1
  abstract List<Long> ticks(long maxCount, int atMost);
}
