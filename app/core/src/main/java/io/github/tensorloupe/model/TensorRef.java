package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.TensorInfo;

/// A tensor of an open checkpoint: the file that holds it and what that file's header says of it.
///
/// @param info one of the tensors of the file's header
public record TensorRef(TensorFile file, TensorInfo info) {

  public Optional<TensorData> data() {
    return file.data(info);
  }

  /// True if it stands in no file: its elements are computed from those of others.
  public boolean isComputed() {
    return file.bytes() instanceof ComputedFile;
  }

  /// The tensor that a byte belongs to; empty where it belongs to the header or to none. Takes
  /// logarithmic time in the number of tensors.
  ///
  /// @param byteOffset file offset, inside the file
  public static Optional<TensorRef> at(TensorFile file, long byteOffset) {
    OptionalLong dataStart = file.reading().dataStart();
    if (dataStart.isEmpty() || byteOffset < dataStart.getAsLong()) {
      return Optional.empty();
    }
    long dataOffset = byteOffset - dataStart.getAsLong();
    // Empty tensors stand before the one that begins at the same place, so the last one decides.
    int last = file.header().lastFrom(dataOffset);
    return last < 0
        ? Optional.empty()
        : Optional.of(new TensorRef(file, file.header().tensors().get(last)))
            .filter(tensor -> Long.compareUnsigned(dataOffset, tensor.info().end()) < 0)
            .filter(tensor -> tensor.data().isPresent());
  }
}
