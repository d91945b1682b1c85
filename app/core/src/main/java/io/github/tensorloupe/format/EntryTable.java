package io.github.tensorloupe.format;

import module java.base;

/// The tensor entries of a header and their positions in the header.
final class EntryTable {

  /// The length of the shortest entry: an empty name and an empty shape.
  private static final int MIN_ENTRY_BYTES = 49;

  private static final int MAX_STEPS = 64;
  private static final int GOLDEN_RATIO = 0x9E3779B9;

  private final int headerByteCount;
  private TensorInfo[] tensors = new TensorInfo[16];
  private int[] hashes = new int[16];

  /// The position of each entry: begin in the upper 32 bits, end in the lower 32 bits.
  private long[] positions = new long[16];

  private int count;

  EntryTable(int headerByteCount) {
    this.headerByteCount = headerByteCount;
  }

  void add(TensorInfo tensor, int begin, int end) {
    if (count == tensors.length) {
      grow(end);
    }
    tensors[count] = tensor;
    hashes[count] = tensor.name().hashCode();
    positions[count++] = (long) begin << Integer.SIZE | end;
  }

  /// Grows the arrays to a capacity extrapolated from the parsed part of the header.
  private void grow(int bytesRead) {
    long estimatedCount = (long) (1.05 * count * headerByteCount / bytesRead);
    int maxEntries = headerByteCount / MIN_ENTRY_BYTES + 1;
    int capacity = (int) Math.max(count * 2L, Math.min(estimatedCount, maxEntries));
    tensors = Arrays.copyOf(tensors, capacity);
    hashes = Arrays.copyOf(hashes, capacity);
    positions = Arrays.copyOf(positions, capacity);
  }

  int count() {
    return count;
  }

  TensorInfo tensor(int index) {
    return tensors[index];
  }

  ByteRange textRange(int index) {
    return HeaderParser.fileRange(
        (int) (positions[index] >>> Integer.SIZE), (int) positions[index]);
  }

  List<TensorInfo> tensors() {
    return Arrays.asList(tensors).subList(0, count);
  }

  /// Removes all entries of a repeated name except the last, and records the name in the warnings.
  void removeDuplicates(HeaderWarnings warnings) {
    if (!mayHaveDuplicates()) {
      return;
    }
    Map<String, Integer> last = HashMap.newHashMap(count);
    for (int index = 0; index < count; index++) {
      Integer earlier = last.put(tensors[index].name(), index);
      if (earlier != null) {
        warnings.duplicateNames.put(tensors[index].name(), textRange(index));
        tensors[earlier] = null;
      }
    }
    int newCount = 0;
    for (int index = 0; index < count; index++) {
      if (tensors[index] != null) {
        tensors[newCount] = tensors[index];
        positions[newCount++] = positions[index];
      }
    }
    count = newCount;
  }

  /// Returns true if a name may be repeated: if a name was found twice or too many hashes collide.
  ///
  /// A separate loop after parsing, because the names are scattered in memory, and the processor
  /// can overlap the cache misses of a tight loop.
  private boolean mayHaveDuplicates() {
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(count) + 1;
    // Indexes of entries plus one; 0 is a free slot.
    int[] slots = new int[1 << bits];
    for (int index = 0; index < count; index++) {
      int hash = hashes[index];
      int slot = hash * GOLDEN_RATIO >>> Integer.SIZE - bits;
      for (int steps = 0; slots[slot] != 0; steps++) {
        int other = slots[slot] - 1;
        if (steps == MAX_STEPS
            || hashes[other] == hash && tensors[other].name().equals(tensors[index].name())) {
          return true;
        }
        slot = slot + 1 & slots.length - 1;
      }
      slots[slot] = index + 1;
    }
    return false;
  }

  void sort() {
    boolean isSorted = true;
    for (int i = 1; i < count && isSorted; i++) {
      isSorted = tensors[i - 1].compareTo(tensors[i]) <= 0;
    }
    if (isSorted) {
      return;
    }
    int[] order = order();
    TensorInfo[] sortedTensors = new TensorInfo[count];
    long[] sortedPositions = new long[count];
    for (int i = 0; i < count; i++) {
      sortedTensors[i] = tensors[order[i]];
      sortedPositions[i] = positions[order[i]];
    }
    tensors = sortedTensors;
    positions = sortedPositions;
  }

  /// Sorts packed pairs of begin and index as primitive numbers, which is many times faster than a
  /// comparator. Only tensors with equal begin are compared as objects, or all if a begin is too
  /// large to pack.
  private int[] order() {
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
        int[] run =
            Arrays.stream(order, from, to)
                .boxed()
                .sorted((l, r) -> tensors[l].compareTo(tensors[r]))
                .mapToInt(Integer::intValue)
                .toArray();
        System.arraycopy(run, 0, order, from, run.length);
      }
    }
    return order;
  }
}
