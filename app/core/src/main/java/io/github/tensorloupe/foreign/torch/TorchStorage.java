package io.github.tensorloupe.foreign.torch;

import module java.base;

import io.github.tensorloupe.foreign.pickle.PickleValue;
import io.github.tensorloupe.format.Saturating;

/// A reference to the data of tensors.
///
/// @param key the key of the data
/// @param dtype the dtype of the elements, or empty if the class counts bytes
/// @param elementCount the number of elements in the data, at least 0
/// @param viewOffset the index of the first element of the part that tensors use
/// @param viewCount the number of elements of this part
record TorchStorage(
    String key, Optional<TorchDtype> dtype, long elementCount, long viewOffset, long viewCount)
    implements PickleValue.Loaded {

  int width() {
    return dtype.map(TorchDtype::width).orElse(1);
  }

  /// Returns the expected number of bytes of the data, or [Long#MAX_VALUE] on overflow.
  long byteCount() {
    return Saturating.product(elementCount, width());
  }
}
