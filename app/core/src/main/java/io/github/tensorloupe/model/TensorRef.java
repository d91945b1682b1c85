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

  /// Returns the tensor that contains a byte. Empty for bytes of the header and bytes outside of
  /// all tensors. Takes logarithmic time in the number of tensors.
  ///
  /// @param byteOffset file offset, inside the file
  public static Optional<TensorRef> at(TensorFile file, long byteOffset) {
    OptionalLong dataStart = file.reading().dataStart();
    if (dataStart.isEmpty() || byteOffset < dataStart.getAsLong()) {
      return Optional.empty();
    }
    long dataOffset = byteOffset - dataStart.getAsLong();
    // Empty tensors precede a nonempty tensor with the same offset, so the last tensor is relevant.
    int last = file.header().lastFrom(dataOffset);
    return last < 0
        ? Optional.empty()
        : Optional.of(new TensorRef(file, file.header().tensors().get(last)))
            .filter(tensor -> Long.compareUnsigned(dataOffset, tensor.info().end()) < 0)
            .filter(tensor -> tensor.data().isPresent());
  }
}
