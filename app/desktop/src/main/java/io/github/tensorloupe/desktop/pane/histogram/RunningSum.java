package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.analysis.distribution.Distribution;
import java.util.ArrayList;
import java.util.List;

/// Adds distributions up as they arrive, so that never more than a few of them are held.
final class RunningSum {

  private static final int HELD = 16;

  private final List<Distribution> parts = new ArrayList<>();

  /// Adds one more.
  void add(Distribution part) {
    parts.add(part);
    if (parts.size() == HELD) {
      parts.add(total());
    }
  }

  /// The sum of all that were added. The parts held so far are given up.
  Distribution total() {
    Distribution total = parts.size() == 1 ? parts.getFirst() : Distribution.sum(parts);
    parts.clear();
    return total;
  }
}
