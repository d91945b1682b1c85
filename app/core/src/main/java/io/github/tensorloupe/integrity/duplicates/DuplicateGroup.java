package io.github.tensorloupe.integrity.duplicates;

import module java.base;

import io.github.tensorloupe.model.TensorRef;

/// Tensors with the same bytes.
///
/// @param tensors in the order of the checkpoint, at least two
/// @param byteCount bytes per tensor, at least 1
/// @param filling the kind of content
/// @param storedCount number of copies on disk; less than the number of tensors if a file is open
///   under two names
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

  /// Returns the bytes that storing the content once would save. Equal constant tensors are
  /// expected and do not count as waste.
  public long wastedBytes() {
    return filling == Filling.VALUES ? byteCount * (storedCount - 1) : 0;
  }

  public boolean hasOneDtype() {
    return tensors.stream().map(tensor -> tensor.info().dtype()).distinct().count() == 1;
  }
}
