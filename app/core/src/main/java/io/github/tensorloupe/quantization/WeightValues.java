package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.ComputedFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Computes the values of a quantized weight. Thread-safe; valid while the files of the parts are
/// open.
public sealed interface WeightValues extends ComputedFile.Elements permits Decoding, BlockDecoding {

  /// Returns the shape of the logical tensor.
  Shape shape();

  default long count() {
    return shape().elementCount().orElseThrow();
  }

  /// Counts the codes. See [QuantizedWeight#codeCounts].
  long[] codeCounts(Cancellation cancellation, Progress progress) throws IOException;

  /// Returns the position of an element's code, or of its lower bits if the code is split.
  ElementPlace codeOf(long element);

  /// Returns the position of an element's scale. May read and block.
  ElementPlace scaleOf(long element) throws IOException;

  /// Returns the first element whose code begins in a byte, or empty.
  ///
  /// @param byteOffset offset from the first byte of the codes
  OptionalLong elementAt(long byteOffset);
}
