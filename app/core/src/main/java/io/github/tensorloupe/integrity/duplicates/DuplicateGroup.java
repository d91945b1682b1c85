package io.github.tensorloupe.integrity.duplicates;

import module java.base;

import io.github.tensorloupe.model.TensorRef;

/// Tensors of the same bytes.
///
/// @param tensors in the order of the checkpoint, at least two
/// @param byteCount of each, at least 1
/// @param filling what the bytes are
/// @param storedCount in how many places the bytes are stored: fewer than the tensors where a file
///   is there under two names
public record DuplicateGroup(
    List<TensorRef> tensors, long byteCount, Filling filling, int storedCount) {

  public DuplicateGroup {
    tensors = List.copyOf(tensors);
    if (tensors.size() < 2 || byteCount < 1 || storedCount < 1) {
      throw new IllegalArgumentException(tensors + " of " + byteCount + " bytes");
    }
  }

  public enum Filling {
    VALUES,
    CONSTANT,
    ZEROS
  }

  /// Bytes that would not be needed if the content were stored once. Constant tensors are equal by
  /// nature and no waste.
  public long wastedBytes() {
    return filling == Filling.VALUES ? byteCount * (storedCount - 1) : 0;
  }

  public boolean hasOneDtype() {
    return tensors.stream().map(tensor -> tensor.info().dtype()).distinct().count() == 1;
  }
}
