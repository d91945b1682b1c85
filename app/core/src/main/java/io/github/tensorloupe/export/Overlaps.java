package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.format.TensorInfo;

/// Which tensors share bytes. A tensor whose data offsets do not fit its own shape has no claim to
/// any.
final class Overlaps {

  private final BitSet shared = new BitSet();

  /// @param tensors by data offsets
  Overlaps(List<TensorInfo> tensors) {
    int furthest = -1;
    for (int i = 0; i < tensors.size(); i++) {
      TensorInfo tensor = tensors.get(i);
      if (tensor.byteCount() == 0 || !SalvagePlan.hasItsSize(tensor)) {
        continue;
      }
      long reached = furthest < 0 ? 0 : tensors.get(furthest).end();
      if (Long.compareUnsigned(tensor.begin(), reached) < 0) {
        // Whoever else reaches to here shares bytes with the furthest one, and is marked already.
        shared.set(i);
        shared.set(furthest);
      }
      if (Long.compareUnsigned(tensor.end(), reached) > 0) {
        furthest = i;
      }
    }
  }

  /// Whether the tensor at an index shares bytes with another one.
  boolean has(int index) {
    return shared.get(index);
  }
}
