package io.github.tensorloupe.foreign.pickle;

import module java.base;

/// The numbered values of a pickle. Retains only values that the pickle refers to later.
final class PickleMemo {

  /// The number of entries that a number far above all others counts as, because it needs more
  /// memory.
  private static final int SPARSE_COST = 8;

  private static final int MAX_SCANNED_INDEX = 1 << 26;

  private final BitSet fetched = new BitSet();
  private final BitSet present = new BitSet();
  private final Map<Long, PickleValue> sparse = new TreeMap<>();
  private PickleValue[] dense = new PickleValue[64];
  private long count;

  /// Records that the pickle contains an instruction that refers to an index.
  void expect(long index) {
    if (index >= 0 && index < MAX_SCANNED_INDEX) {
      fetched.set((int) index);
    }
  }

  /// @param index at least 0
  void put(long index, PickleValue value) {
    if (index < 2L * dense.length) {
      int position = (int) index;
      count += present.get(position) ? 0 : 1;
      present.set(position);
      if (fetched.get(position)) {
        if (position >= dense.length) {
          dense = Arrays.copyOf(dense, 2 * dense.length);
        }
        dense[position] = value;
      } else if (position >= dense.length && count > dense.length / 2) {
        dense = Arrays.copyOf(dense, 2 * dense.length);
      }
    } else if (sparse.put(index, value) == null) {
      count++;
    }
  }

  /// @return the value, or null if there is none
  PickleValue get(long index) {
    PickleValue value = index >= 0 && index < dense.length ? dense[(int) index] : null;
    return value == null ? sparse.get(index) : value;
  }

  /// Returns the number of entries, which is the next index of MEMOIZE.
  long count() {
    return count;
  }

  long cost() {
    return count + (SPARSE_COST - 1L) * sparse.size();
  }

  void forEach(Consumer<PickleValue> action) {
    Arrays.stream(dense).filter(Objects::nonNull).forEach(action);
    sparse.values().forEach(action);
  }
}
