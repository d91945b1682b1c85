package io.github.tensorloupe.format;

import module java.base;

/// Finds the names that occur more than once, with open addressing and without boxes.
///
/// All names are looked at in one tight loop after they were read: their places in memory are
/// random, and only a tight loop lets the processor fetch many of them at once.
///
/// Names made to collide cannot make it slow: where a search grows long, all names move to a hash
/// map, which keeps colliding keys in trees.
final class RepeatedNames {

  /// What [#earlier(int)] gives for a name that is new.
  static final int NONE = -1;

  private static final int MAX_STEPS = 64;
  private static final int GOLDEN_RATIO = 0x9E3779B9;

  private final TensorInfo[] tensors;
  private final int[] hashes;
  // In each slot the index of a tensor plus one, because zero marks an empty slot.
  private final int[] slots;
  private final int shift;
  private Map<String, Integer> fallback;

  /// @param tensors whose names are compared
  /// @param hashes the hash codes of their names
  /// @param count how many of both there are
  RepeatedNames(TensorInfo[] tensors, int[] hashes, int count) {
    this.tensors = tensors;
    this.hashes = hashes;
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(count) + 1;
    this.slots = new int[1 << bits];
    this.shift = Integer.SIZE - bits;
  }

  /// The index of the last tensor before this one with the same name; [#NONE] where there is none.
  ///
  /// @param index asked for in ascending order, from 0 on, without gaps
  int earlier(int index) {
    if (fallback != null) {
      return earlierInFallback(index);
    }
    int hash = hashes[index];
    int slot = hash * GOLDEN_RATIO >>> shift;
    for (int steps = 0; steps < MAX_STEPS; steps++) {
      int other = slots[slot] - 1;
      if (other < 0 || hashes[other] == hash && isSameName(other, index)) {
        slots[slot] = index + 1;
        return other;
      }
      slot = slot + 1 & slots.length - 1;
    }
    fallBack(index);
    return earlierInFallback(index);
  }

  private boolean isSameName(int index, int other) {
    return tensors[index].name().equals(tensors[other].name());
  }

  private void fallBack(int count) {
    fallback = HashMap.newHashMap(tensors.length);
    for (int index = 0; index < count; index++) {
      earlierInFallback(index);
    }
  }

  private int earlierInFallback(int index) {
    Integer other = fallback.put(tensors[index].name(), index);
    return other == null ? NONE : other;
  }
}
