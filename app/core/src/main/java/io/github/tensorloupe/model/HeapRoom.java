package io.github.tensorloupe.model;

/// Says whether there is room in the heap for as many bytes as a file asks for.
@FunctionalInterface
interface HeapRoom {

  /// Half of what is left of this process's heap: what is read is parsed, which takes room as well.
  HeapRoom HALF_OF_THE_REST = HeapRoom::fitsHalfOfTheRest;

  /// True if this many bytes may be taken.
  boolean fits(long byteCount);

  private static boolean fitsHalfOfTheRest(long byteCount) {
    if (byteCount <= restByteCount() / 2) {
      return true;
    }
    // What is left does not count the garbage, which may be nearly everything.
    System.gc();
    return byteCount <= restByteCount() / 2;
  }

  private static long restByteCount() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
  }
}
