package io.github.tensorloupe.foreign.pickle;

import module java.base;

/// The instructions of a pickle that name a class or function that is not allowed. Thread-safe
/// after the pickle has been interpreted.
public final class GlobalUses {

  // A hostile pickle has a million of them, which would be expensive as a map.
  private int[] offsets = new int[8];
  private PickleGlobal[] globals = new PickleGlobal[8];
  private int count;

  /// @param offset the offset of the instruction, greater than the previous offset
  void add(int offset, PickleGlobal global) {
    if (count == offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * count);
      globals = Arrays.copyOf(globals, 2 * count);
    }
    offsets[count] = offset;
    globals[count++] = global;
  }

  /// Returns the class or function that the instruction at an offset names, or empty if it names
  /// none or an allowed one.
  Optional<PickleGlobal> at(int offset) {
    int index = Arrays.binarySearch(offsets, 0, count, offset);
    return index < 0 ? Optional.empty() : Optional.of(globals[index]);
  }
}
