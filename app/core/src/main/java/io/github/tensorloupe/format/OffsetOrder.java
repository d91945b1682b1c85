package io.github.tensorloupe.format;

import module java.base;

/// The order of tensors by begin, then end (both unsigned), then name by code point.
final class OffsetOrder {

  private OffsetOrder() {}

  static boolean isSorted(TensorInfo[] tensors, int count) {
    for (int i = 1; i < count; i++) {
      if (compare(tensors[i - 1], tensors[i]) > 0) {
        return false;
      }
    }
    return true;
  }

  /// Returns the indexes of the first `count` tensors in this order.
  ///
  /// Sorts packed pairs of begin and index as primitive numbers, which is many times faster than a
  /// comparator. Only tensors with equal begin are compared as objects, or all if a begin is too
  /// large to pack.
  static int[] sorted(TensorInfo[] tensors, int count) {
    int indexBits = Integer.SIZE - Integer.numberOfLeadingZeros(count);
    long largest = 0;
    for (int i = 0; i < count; i++) {
      largest |= tensors[i].begin();
    }
    long mask = largest >>> Long.SIZE - 1 - indexBits == 0 ? -1 : 0;
    long[] keys = new long[count];
    for (int i = 0; i < count; i++) {
      keys[i] = (tensors[i].begin() & mask) << indexBits | i;
    }
    Arrays.sort(keys);
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      order[i] = (int) keys[i] & (1 << indexBits) - 1;
    }
    for (int from = 0, to; from < count; from = to) {
      for (to = from + 1; to < count && keys[to] >>> indexBits == keys[from] >>> indexBits; to++) {}
      if (to - from > 1) {
        sortRun(tensors, order, from, to);
      }
    }
    return order;
  }

  private static void sortRun(TensorInfo[] tensors, int[] order, int from, int to) {
    int[] run =
        IntStream.range(from, to)
            .mapToObj(i -> order[i])
            .sorted((l, r) -> compare(tensors[l], tensors[r]))
            .mapToInt(Integer::intValue)
            .toArray();
    System.arraycopy(run, 0, order, from, run.length);
  }

  static int compare(TensorInfo left, TensorInfo right) {
    int order = Long.compareUnsigned(left.begin(), right.begin());
    if (order == 0) {
      order = Long.compareUnsigned(left.end(), right.end());
    }
    return order != 0 ? order : NameOrder.compare(left.name(), right.name());
  }
}
