package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.TensorInfo;

/// A tensor of an open file. The order is that of the header entries, regardless of the file, so
/// that hash maps stay fast if many names have the same hash code.
///
/// @param info the tensor's entry in the header of the file
public record TensorRef(TensorFile file, TensorInfo info) implements Comparable<TensorRef> {

  public Optional<TensorData> data() {
    return file.data(info);
  }

  @Override
  public int compareTo(TensorRef other) {
    return info.compareTo(other.info);
  }

  /// Returns true if the bytes of the tensor are computed instead of stored, for example from other
  /// tensors or from a compressed part of the file.
  public boolean isComputed() {
    return file.bytes() instanceof ComputedFile
        || file.foreign(info).filter(foreign -> foreign.begin().isEmpty()).isPresent();
  }
}
