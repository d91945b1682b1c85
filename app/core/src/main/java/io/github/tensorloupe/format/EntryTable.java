package io.github.tensorloupe.format;

import module java.base;

/// The tensor entries of a header and where their text stands.
final class EntryTable {

  /// The bytes of the shortest possible entry, which has an empty name and shape.
  private static final int MIN_ENTRY_BYTES = 49;

  private final int headerByteCount;
  private TensorInfo[] tensors = new TensorInfo[16];
  private int[] hashes = new int[16];
  private int[] begins = new int[16];
  private int[] ends = new int[16];
  private int count;

  /// @param headerByteCount the length of the text that the entries are in
  EntryTable(int headerByteCount) {
    this.headerByteCount = headerByteCount;
  }

  /// Adds an entry.
  ///
  /// @param begin index in the header of the first byte of the name
  /// @param end index in the header behind the entry
  void add(TensorInfo tensor, int begin, int end) {
    if (count == tensors.length) {
      grow(end);
    }
    tensors[count] = tensor;
    hashes[count] = tensor.name().hashCode();
    begins[count] = begin;
    ends[count] = end;
    count++;
  }

  /// Makes room for as many entries as the text will have if it goes on as it did so far.
  private void grow(int bytesRead) {
    long foreseen = (long) (1.05 * count * headerByteCount / bytesRead);
    int most = headerByteCount / MIN_ENTRY_BYTES + 1;
    int capacity = (int) Math.max(count * 2L, Math.min(foreseen, most));
    tensors = Arrays.copyOf(tensors, capacity);
    hashes = Arrays.copyOf(hashes, capacity);
    begins = Arrays.copyOf(begins, capacity);
    ends = Arrays.copyOf(ends, capacity);
  }

  /// The number of entries.
  int count() {
    return count;
  }

  /// The tensor of the entry at an index.
  TensorInfo tensor(int index) {
    return tensors[index];
  }

  /// The bytes of the file that hold the entry at an index.
  ByteRange textRange(int index) {
    return HeaderParser.fileRange(begins[index], ends[index]);
  }

  /// All tensors in the order of the table.
  List<TensorInfo> tensors() {
    return Arrays.asList(tensors).subList(0, count);
  }

  /// Of the entries with the same name keeps the last one only.
  ///
  /// @param notes receives the others
  void dropRepeated(HeaderNotes notes) {
    RepeatedNames names = new RepeatedNames(tensors, hashes, count);
    int dropped = 0;
    for (int index = 0; index < count; index++) {
      int earlier = names.earlier(index);
      if (earlier != RepeatedNames.NONE) {
        notes.duplicateName(tensors[index].name(), textRange(index));
        begins[earlier] = -1;
        dropped++;
      }
    }
    if (dropped > 0) {
      compact();
    }
  }

  private void compact() {
    int kept = 0;
    for (int index = 0; index < count; index++) {
      if (begins[index] >= 0) {
        tensors[kept] = tensors[index];
        begins[kept] = begins[index];
        ends[kept] = ends[index];
        kept++;
      }
    }
    count = kept;
  }

  /// Brings the entries into the order of the data: begin, end, name.
  void sort() {
    int[] order = new OffsetOrder(tensors, count).indices();
    if (order.length == 0) {
      return;
    }
    TensorInfo[] sortedTensors = new TensorInfo[count];
    int[] sortedBegins = new int[count];
    int[] sortedEnds = new int[count];
    for (int i = 0; i < count; i++) {
      sortedTensors[i] = tensors[order[i]];
      sortedBegins[i] = begins[order[i]];
      sortedEnds[i] = ends[order[i]];
    }
    tensors = sortedTensors;
    begins = sortedBegins;
    ends = sortedEnds;
  }

  /// Finds the names that occur more than once, with open addressing and without boxes.
  ///
  /// All names are looked at in one tight loop after they were read: their places in memory are
  /// random, and only a tight loop lets the processor fetch many of them at once.
  ///
  /// Names made to collide cannot make it slow: where a search grows long, all names move to a hash
  /// map, which keeps colliding keys in trees.
  private static final class RepeatedNames {

    /// The result of [#earlier(int)] for a new name.
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

    /// The index of the last tensor before this one with the same name; [#NONE] where there is
    /// none.
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
}
