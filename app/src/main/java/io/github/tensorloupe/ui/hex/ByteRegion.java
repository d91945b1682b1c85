package io.github.tensorloupe.ui.hex;

import io.github.tensorloupe.model.TensorRef;

/// What part of a file a byte belongs to.
sealed interface ByteRegion {

  /// The 8 bytes of the header length.
  record HeaderLength() implements ByteRegion {}

  /// The JSON text of the header, its padding included.
  record Header() implements ByteRegion {}

  /// A tensor.
  ///
  /// @param byteOffset from the tensor's first byte
  record Tensor(TensorRef tensor, long byteOffset) implements ByteRegion {}

  /// The data buffer, at a place that no tensor claims.
  record Unclaimed() implements ByteRegion {}

  /// A file that is no safetensors file.
  record Foreign() implements ByteRegion {}
}
