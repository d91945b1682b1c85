package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.TensorInfo;

/// A tensor of an open checkpoint: its file and its entry in the header of the file.
///
/// @param info one of the tensors of the file's header
public record TensorRef(TensorFile file, TensorInfo info) {

  public Optional<TensorData> data() {
    return file.data(info);
  }

  /// Returns whether the elements are computed from other tensors, not stored in a file.
  public boolean isComputed() {
    return file.bytes() instanceof ComputedFile;
  }
}
