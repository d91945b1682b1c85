package io.github.tensorloupe.format;

import module java.base;

/// The order of tensors by their data: begin, then end (both unsigned), then name in code points.
record OffsetOrder(TensorInfo[] tensors, int count) {

  /// The indices of the tensors in order; empty where they are in order already.
  int[] indices() {
    return isSorted() ? new int[0] : sorted();
  }

  private boolean isSorted() {
    for (int i = 1; i < count; i++) {
      if (compare(tensors[i - 1], tensors[i]) > 0) {
        return false;
      }
    }
    return true;
  }

  private int[] sorted() {
    int indexBits = Integer.SIZE - Integer.numberOfLeadingZeros(count);
    long[] keys = new long[count];
    for (int i = 0; i < count; i++) {
      long begin = tensors[i].begin();
      if (begin >>> (Long.SIZE - 1 - indexBits) != 0) {
        return sortedByComparing();
      }
      keys[i] = begin << indexBits | i;
    }
    return sortedByKey(keys, indexBits);
  }

  /// Sorts by numbers that hold the begin above the index, which is many times faster than to
  /// follow the references; only tensors that begin together are then compared.
  private int[] sortedByKey(long[] keys, int indexBits) {
    Arrays.sort(keys);
    int[] order = new int[count];
    int indexMask = (1 << indexBits) - 1;
    for (int i = 0; i < count; i++) {
      order[i] = (int) keys[i] & indexMask;
    }
    for (int from = 0; from < count; ) {
      int to = from + 1;
      while (to < count && keys[to] >>> indexBits == keys[from] >>> indexBits) {
        to++;
      }
      if (to - from > 1) {
        sortRun(order, from, to);
      }
      from = to;
    }
    return order;
  }

  private void sortRun(int[] order, int from, int to) {
    int[] run =
        IntStream.range(from, to)
            .map(i -> order[i])
            .boxed()
            .sorted((l, r) -> compare(tensors[l], tensors[r]))
            .mapToInt(Integer::intValue)
            .toArray();
    System.arraycopy(run, 0, order, from, run.length);
  }

  private int[] sortedByComparing() {
    int[] order = IntStream.range(0, count).toArray();
    sortRun(order, 0, count);
    return order;
  }

  /// Compares two tensors in this order.
  static int compare(TensorInfo left, TensorInfo right) {
    int order = Long.compareUnsigned(left.begin(), right.begin());
    if (order == 0) {
      order = Long.compareUnsigned(left.end(), right.end());
    }
    return order != 0 ? order : NameOrder.compare(left.name(), right.name());
  }
}
