package io.github.tensorloupe.format;

import module java.base;

/// The content of a header.
///
/// @param tensors ordered by data offsets (begin, then end), then by name in code points; only the
///   last entry of a repeated name
/// @param metadata the `__metadata__` map; empty if it is absent or null
public record Header(List<TensorInfo> tensors, Optional<Metadata> metadata) {

  public static final Header EMPTY = new Header(List.of(), Optional.empty());

  public Header {
    tensors = List.copyOf(tensors);
  }

  /// Returns the tensor with this name, or empty. Takes linear time.
  public Optional<TensorInfo> tensor(String name) {
    return tensors.stream().filter(tensor -> tensor.name().equals(name)).findFirst();
  }

  /// Returns the index of a tensor, or -1. Takes logarithmic time.
  public int indexOf(TensorInfo tensor) {
    int index = Collections.binarySearch(tensors, tensor, OffsetOrder::compare);
    return index >= 0 && tensors.get(index).equals(tensor) ? index : -1;
  }
}
