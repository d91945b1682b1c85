package io.github.tensorloupe.testing;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// The bytes of tensors, given by their codes.
public final class CodeBytes {

  private CodeBytes() {}

  /// The bytes of a tensor with these codes, one for each part.
  public static byte[] of(Dtype dtype, long... codes) {
    ElementType type = ElementType.of(dtype);
    byte[] bytes = new byte[Math.ceilDiv(codes.length * type.partBits(), 8)];
    for (int i = 0; i < codes.length; i++) {
      type.put(bytes, i, codes[i]);
    }
    return bytes;
  }
}
