package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.TensorInfo;

/// A tensor of an open file.
///
/// @param info the tensor's entry in the header of the file
public record TensorRef(TensorFile file, TensorInfo info) {

  public Optional<TensorData> data() {
    return file.data(info);
  }

  /// Returns true if the elements are computed from other tensors instead of stored.
  public boolean isComputed() {
    return file.bytes() instanceof ComputedFile;
  }
}
