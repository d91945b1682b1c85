package io.github.tensorloupe.format;

import module java.base;

/// The content of a header.
///
/// @param tensors the tensors in ascending order of begin, end and name (code points); of a
///   repeated name, only the last entry
/// @param metadata the `__metadata__` map; empty if it is absent or null
public record Header(List<TensorInfo> tensors, Optional<Metadata> metadata) {

  public static final Header EMPTY = new Header(List.of(), Optional.empty());

  public Header {
    tensors = List.copyOf(tensors);
  }

  /// Returns the tensor with this name, or empty, in linear time.
  public Optional<TensorInfo> tensor(String name) {
    return tensors.stream().filter(tensor -> tensor.name().equals(name)).findFirst();
  }

  /// Returns the index of a tensor, or -1 if it is absent, in logarithmic time.
  public int indexOf(TensorInfo tensor) {
    int index = Collections.binarySearch(tensors, tensor);
    return index >= 0 && tensors.get(index).equals(tensor) ? index : -1;
  }
}
