package io.github.tensorloupe.desktop.log;

import module java.base;

/// Values for recurring events. Keeps 100 kinds and forgets the one whose last occurrence is the
/// oldest.
///
/// @param <V> the value of a kind
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

  /// Returns true for the first, tenth, hundredth … occurrence.
  ///
  /// @param count number of occurrences, at least 1
  static boolean isPowerOfTen(long count) {
    long rest = count;
    while (rest % 10 == 0) {
      rest /= 10;
    }
    return rest == 1;
  }
}
