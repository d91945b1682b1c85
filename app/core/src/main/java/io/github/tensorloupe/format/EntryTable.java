package io.github.tensorloupe.format;

import module java.base;

/// The tensor entries of a header and where their text stands.
final class EntryTable {

  /// The bytes of the shortest possible entry, which has an empty name and shape.
  private static final int MIN_ENTRY_BYTES = 49;

  private static final int MAX_STEPS = 64;
  private static final int GOLDEN_RATIO = 0x9E3779B9;

  private final int headerByteCount;
  private TensorInfo[] tensors = new TensorInfo[16];
  private int[] hashes = new int[16];

  /// For each entry its begin in the upper half, and its end in the lower one.
  private long[] places = new long[16];

  private int count;

  /// @param headerByteCount the length of the text that the entries are in
  EntryTable(int headerByteCount) {
    this.headerByteCount = headerByteCount;
  }

  /// @param begin index in the header of the first byte of the name
  /// @param end index in the header behind the entry
  void add(TensorInfo tensor, int begin, int end) {
    if (count == tensors.length) {
      grow(end);
    }
    tensors[count] = tensor;
    hashes[count] = tensor.name().hashCode();
    places[count++] = (long) begin << Integer.SIZE | end;
  }

  /// Makes room for as many entries as the text will have if it goes on as it did so far.
  private void grow(int bytesRead) {
    long foreseen = (long) (1.05 * count * headerByteCount / bytesRead);
    int most = headerByteCount / MIN_ENTRY_BYTES + 1;
    int capacity = (int) Math.max(count * 2L, Math.min(foreseen, most));
    tensors = Arrays.copyOf(tensors, capacity);
    hashes = Arrays.copyOf(hashes, capacity);
    places = Arrays.copyOf(places, capacity);
  }

  int count() {
    return count;
  }

  TensorInfo tensor(int index) {
    return tensors[index];
  }

  ByteRange textRange(int index) {
    return HeaderParser.fileRange((int) (places[index] >>> Integer.SIZE), (int) places[index]);
  }

  List<TensorInfo> tensors() {
    return Arrays.asList(tensors).subList(0, count);
  }

  /// Of the entries with the same name keeps the last one only.
  ///
  /// @param notes receives the others
  void dropRepeated(HeaderNotes notes) {
    if (!mayRepeat()) {
      return;
    }
    Map<String, Integer> last = HashMap.newHashMap(count);
    for (int index = 0; index < count; index++) {
      Integer earlier = last.put(tensors[index].name(), index);
      if (earlier != null) {
        notes.duplicateNames.put(tensors[index].name(), textRange(index));
        tensors[earlier] = null;
      }
    }
    int kept = 0;
    for (int index = 0; index < count; index++) {
      if (tensors[index] != null) {
        tensors[kept] = tensors[index];
        places[kept++] = places[index];
      }
    }
    count = kept;
  }

  /// True if a name occurs more than once, or names are made to collide; searched with open
  /// addressing and without boxes.
  ///
  /// All names are looked at in one tight loop after they were read: their places in memory are
  /// random, and only a tight loop lets the processor fetch many of them at once.
  private boolean mayRepeat() {
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(count) + 1;
    // In each slot the index of a tensor plus one, because zero marks an empty slot.
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
    if (OffsetOrder.isSorted(tensors, count)) {
      return;
    }
    int[] order = OffsetOrder.sorted(tensors, count);
    TensorInfo[] sortedTensors = new TensorInfo[count];
    long[] sortedPlaces = new long[count];
    for (int i = 0; i < count; i++) {
      sortedTensors[i] = tensors[order[i]];
      sortedPlaces[i] = places[order[i]];
    }
    tensors = sortedTensors;
    places = sortedPlaces;
  }
}
