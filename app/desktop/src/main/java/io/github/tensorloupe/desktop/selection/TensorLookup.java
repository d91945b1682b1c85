package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.format.Header;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// Finds tensors by the position of their bytes.
public final class TensorLookup {

  private TensorLookup() {}

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
    int last = lastFrom(file.header(), dataOffset);
    return last < 0
        ? Optional.empty()
        : Optional.of(new TensorRef(file, file.header().tensors().get(last)))
            .filter(tensor -> Long.compareUnsigned(dataOffset, tensor.info().end()) < 0)
            .filter(tensor -> tensor.data().isPresent());
  }

  /// Returns the index of the last tensor that begins at or before an offset, or -1. Takes
  /// logarithmic time.
  ///
  /// @param dataOffset unsigned
  public static int lastFrom(Header header, long dataOffset) {
    int low = 0;
    List<TensorInfo> tensors = header.tensors();
    int high = tensors.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Long.compareUnsigned(tensors.get(middle).begin(), dataOffset) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }
}
