package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;

/// Reads whole tensors into memory.
final class FactorValues {

  private FactorValues() {}

  /// Returns true if the tensor is complete, is not complex, and fits into an array.
  static boolean areReadable(TensorRef tensor) {
    return tensor.info().dtype().kind() != Dtype.Kind.COMPLEX
        && tensor
            .data()
            .filter(TensorData::isComplete)
            .filter(data -> data.elementCount() < Integer.MAX_VALUE / Double.BYTES)
            .isPresent();
  }

  /// Reads all elements of a tensor in row-major order. Blocks.
  ///
  /// @throws IOException if reading fails or the file changed since it was opened
  static double[] read(TensorRef tensor) throws IOException {
    return tensor.data().orElseThrow().numbers();
  }
}
