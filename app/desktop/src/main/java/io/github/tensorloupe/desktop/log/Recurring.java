package io.github.tensorloupe.desktop.log;

import module java.base;

/// A memory of things that may come again and again. Of a hundred kinds something is known; beyond
/// that, those that have not come for longest are forgotten.
///
/// @param <V> what is known of a kind
final class Recurring<V> extends LinkedHashMap<String, V> {

  private static final long serialVersionUID = 1;
  private static final int KINDS = 100;

  Recurring() {
    super(16, 0.75f, true);
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
    return size() > KINDS;
  }

  /// True if the first, the tenth, the hundredth … time: often enough to see how often it comes,
  /// and seldom enough to fill nothing.
  ///
  /// @param count how often it has come, more than 0
  static boolean isWorthTelling(long count) {
    long rest = count;
    while (rest % 10 == 0) {
      rest /= 10;
    }
    return rest == 1;
  }
}
