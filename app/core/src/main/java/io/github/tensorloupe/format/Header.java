package io.github.tensorloupe.format;

import module java.base;

/// The content of the JSON of a header.
///
/// @param tensors by data offsets (begin, then end), then name in code points; of a repeated name
///   only the last entry
/// @param metadata the `__metadata__` map; empty where it is absent or null
public record Header(List<TensorInfo> tensors, Optional<Metadata> metadata) {

  public static final Header EMPTY = new Header(List.of(), Optional.empty());

  public Header {
    tensors = List.copyOf(tensors);
  }

  /// The tensor with this name, or empty. Takes time in proportion to the number of tensors.
  public Optional<TensorInfo> tensor(String name) {
    return tensors.stream().filter(tensor -> tensor.name().equals(name)).findFirst();
  }

  /// The index of a tensor, or -1. Takes logarithmic time in the number of tensors.
  public int indexOf(TensorInfo tensor) {
    int index = Collections.binarySearch(tensors, tensor, OffsetOrder::compare);
    return index >= 0 && tensors.get(index).equals(tensor) ? index : -1;
  }

  /// The index of the last tensor that begins at an offset or before it, or -1. Takes logarithmic
  /// time in the number of tensors.
  ///
  /// @param dataOffset unsigned
  public int lastFrom(long dataOffset) {
    int low = 0;
    int high = tensors.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Long.compareUnsigned(tensors.get(middle).begin(), dataOffset) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }
}
