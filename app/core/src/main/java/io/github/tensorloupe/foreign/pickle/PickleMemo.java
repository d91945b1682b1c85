package io.github.tensorloupe.foreign.pickle;

import module java.base;

/// The numbered values of a pickle.
final class PickleMemo {

  /// The number of entries that a number far above all others counts as, because it needs more
  /// memory.
  private static final int SPARSE_COST = 8;

  /// Replaces a value that is not used.
  private static final PickleValue UNUSED = PickleValue.Constant.NONE;

  private final Map<Long, PickleValue> sparse = new TreeMap<>();
  private PickleValue[] dense = new PickleValue[64];
  private BitSet used = new BitSet();
  private boolean isCleaned;
  private long count;

  /// @param index at least 0
  void put(long index, PickleValue value) {
    if (index >= 2L * dense.length || index >= dense.length && count < dense.length / 4) {
      count += sparse.put(index, value) == null ? 1 : 0;
      return;
    }
    int position = (int) index;
    if (position >= dense.length) {
      dense = Arrays.copyOf(dense, 2 * dense.length);
    }
    count += dense[position] == null ? 1 : 0;
    dense[position] = isCleaned && !used.get(position) ? UNUSED : value;
  }

  /// @return the value, or null if the index is not defined
  PickleValue get(long index) {
    PickleValue value = index >= 0 && index < dense.length ? dense[(int) index] : null;
    return value == null ? sparse.get(index) : value;
  }

  /// Adds an index to a set of used indexes.
  void mark(long index, BitSet indexes) {
    if (index >= 0 && index < Integer.MAX_VALUE >> 4) {
      indexes.set((int) index);
    }
  }

  /// Removes all values whose index is not used, now and when they are defined later. The indexes
  /// remain defined.
  void retain(BitSet indexes) {
    used = indexes;
    isCleaned = true;
    for (int i = 0; i < dense.length; i++) {
      if (dense[i] != null && !used.get(i)) {
        dense[i] = UNUSED;
      }
    }
  }

  /// Returns the number of entries, which is the next index of MEMOIZE.
  long count() {
    return count;
  }

  long cost() {
    return count + (SPARSE_COST - 1L) * sparse.size();
  }

  void forEach(Consumer<PickleValue> action) {
    Arrays.stream(dense).filter(value -> value != null && value != UNUSED).forEach(action);
    sparse.values().forEach(action);
  }
}
