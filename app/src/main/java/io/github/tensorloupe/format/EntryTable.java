package io.github.tensorloupe.format;

import java.util.Arrays;
import java.util.List;

/// The tensor entries of a header and where their text stands. Of a repeated name the last entry
/// counts.
final class EntryTable {

  private final NameTable names = new NameTable();
  private TensorInfo[] tensors = new TensorInfo[16];
  private int[] begins = new int[16];
  private int[] ends = new int[16];
  private int count;

  /// Adds an entry, in place of an earlier one of the same name.
  ///
  /// @param begin index in the header of the first byte of the name
  /// @param end index in the header behind the entry
  /// @return whether the name was there before
  boolean add(TensorInfo tensor, int begin, int end) {
    int known = names.put(tensor.name());
    int index = known == NameTable.NEW ? count++ : known;
    if (index == tensors.length) {
      tensors = Arrays.copyOf(tensors, index * 2);
      begins = Arrays.copyOf(begins, index * 2);
      ends = Arrays.copyOf(ends, index * 2);
    }
    tensors[index] = tensor;
    begins[index] = begin;
    ends[index] = end;
    return known != NameTable.NEW;
  }

  /// The number of names.
  int count() {
    return count;
  }

  /// The tensor at an index.
  TensorInfo tensor(int index) {
    return tensors[index];
  }

  /// The bytes of the file that hold the entry at an index.
  ByteRange textRange(int index) {
    return new ByteRange(
        (long) Preface.BYTE_COUNT + begins[index], (long) Preface.BYTE_COUNT + ends[index]);
  }

  /// All tensors in the order of the table.
  List<TensorInfo> tensors() {
    return List.of(tensors.length == count ? tensors : Arrays.copyOf(tensors, count));
  }

  /// Brings the table into the order of the data: begin, end, name.
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
}
