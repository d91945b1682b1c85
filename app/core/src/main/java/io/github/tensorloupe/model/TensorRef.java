package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.TensorInfo;

/// A tensor of an open checkpoint: the file that holds it and what that file's header says of it.
///
/// @param file the open file
/// @param info one of the tensors of the file's header
public record TensorRef(TensorFile file, TensorInfo info) {

  /// The tensor's bytes; empty where they do not lie in the file.
  public Optional<TensorData> data() {
    return file.data(info);
  }
}
