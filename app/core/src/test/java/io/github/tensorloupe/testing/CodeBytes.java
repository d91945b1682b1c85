package io.github.tensorloupe.testing;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// Encodes tensors.
public final class CodeBytes {

  private CodeBytes() {}

  /// Returns the bytes of a tensor with these codes, one per part.
  public static byte[] of(Dtype dtype, long... codes) {
    ElementType type = ElementType.of(dtype);
    byte[] bytes = new byte[Math.ceilDiv(codes.length * type.partBits(), 8)];
    for (int i = 0; i < codes.length; i++) {
      type.put(bytes, i, codes[i]);
    }
    return bytes;
  }
}
