package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;

/// Reads tensors that fit in memory.
final class FactorValues {

  private FactorValues() {}

  /// Returns true if the tensor is complete and its elements are numbers that fit into an array.
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
    TensorData data = tensor.data().orElseThrow();
    return read(data, 0, Math.toIntExact(data.elementCount()));
  }

  /// Reads consecutive elements; all elements for sub-byte dtypes.
  static double[] read(TensorData data, long first, int count) throws IOException {
    ElementType type = ElementType.of(data.info().dtype());
    double[] values = new double[count];
    long offset = first * type.partBits() / Byte.SIZE;
    long end = Math.ceilDiv((first + count) * type.partBits(), (long) Byte.SIZE);
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(end - offset));
    data.file().read(data.range().begin() + offset, bytes);
    type.doubles(MemorySegment.ofArray(bytes.array()), 0, values, count);
    return values;
  }
}
