package io.github.tensorloupe.survey;

import module java.base;

/// A map from hashes to numbers that takes 64 bytes for an entry at most. Not thread-safe.
final class LongTable {

  /// Stands for an absent value.
  static final long NONE = -1;

  private static final int FIRST_CAPACITY = 1 << 10;

  private long[] keys = new long[FIRST_CAPACITY];

  /// Each one higher than it is, so that 0 is free.
  private long[] values = new long[FIRST_CAPACITY];

  private int size;

  /// @return the value, or [#NONE]
  long get(long hash) {
    return values[slot(hash)] - 1;
  }

  /// @param value 0 or more
  /// @return the value before, or [#NONE]
  long put(long hash, long value) {
    if (2 * size >= keys.length) {
      grow();
    }
    int slot = slot(hash);
    long before = values[slot] - 1;
    size += before == NONE ? 1 : 0;
    keys[slot] = hash;
    values[slot] = value + 1;
    return before;
  }

  long byteCount() {
    return 2L * Long.BYTES * keys.length;
  }

  private int slot(long hash) {
    // The bits are random as they are.
    int slot = (int) hash & keys.length - 1;
    while (values[slot] != 0 && keys[slot] != hash) {
      slot = slot + 1 & keys.length - 1;
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    long[] oldValues = values;
    keys = new long[2 * oldKeys.length];
    values = new long[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldValues[i] != 0) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        values[slot] = oldValues[i];
      }
    }
  }
}
