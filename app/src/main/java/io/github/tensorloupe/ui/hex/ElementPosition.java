package io.github.tensorloupe.ui.hex;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/// The element that a byte of a tensor belongs to; of several elements in one byte the first.
///
/// @param info the tensor
/// @param elementIndex counted row-major from the first element, unsigned
record ElementPosition(TensorInfo info, long elementIndex) {

  private static final int MAX_AXES = 16;

  /// The element of a byte; empty where the shape does not reach so far.
  ///
  /// @param byteOffset from the tensor's first byte
  static Optional<ElementPosition> of(TensorInfo info, long byteOffset) {
    int bits = info.dtype().bits();
    // In groups of whole bytes, for eight times the offset may leave 64 bits.
    long elementIndex =
        bits >= 8 ? byteOffset / (bits / 8) : byteOffset / bits * 8 + byteOffset % bits * 8 / bits;
    OptionalLong elementCount = info.shape().elementCount();
    return elementCount.isPresent()
            && Long.compareUnsigned(elementIndex, elementCount.getAsLong()) < 0
        ? Optional.of(new ElementPosition(info, elementIndex))
        : Optional.empty();
  }

  /// Its index along each axis, as `[12, 803]`; `[]` for a scalar.
  String indexText() {
    Shape shape = info.shape();
    String[] indexes = new String[shape.rank()];
    long rest = elementIndex;
    for (int axis = shape.rank() - 1; axis >= 0; axis--) {
      long dimension = shape.dimension(axis);
      indexes[axis] = Long.toUnsignedString(Long.remainderUnsigned(rest, dimension));
      rest = Long.divideUnsigned(rest, dimension);
    }
    if (indexes.length > MAX_AXES) {
      indexes[MAX_AXES] = "…";
    }
    int shown = Math.min(indexes.length, MAX_AXES + 1);
    return "[" + String.join(", ", Arrays.asList(indexes).subList(0, shown)) + "]";
  }

  /// Its number; empty where its bytes have not been read.
  ///
  /// @param tensorBegin file offset of the tensor's first byte
  Optional<String> valueText(HexWindow window, long tensorBegin) {
    ElementType type = ElementType.of(info.dtype());
    OptionalLong first = code(window, tensorBegin, elementIndex * type.partsPerElement());
    if (info.dtype() != Dtype.C64) {
      return first.stream().mapToObj(type::text).findFirst();
    }
    OptionalLong second = code(window, tensorBegin, elementIndex * 2 + 1);
    return first.isPresent() && second.isPresent()
        ? Optional.of(complex(type.text(first.getAsLong()), type.text(second.getAsLong())))
        : Optional.empty();
  }

  private static String complex(String real, String imaginary) {
    return imaginary.startsWith("-")
        ? real + " − " + imaginary.substring(1) + "i"
        : real + " + " + imaginary + "i";
  }

  private OptionalLong code(HexWindow window, long tensorBegin, long partIndex) {
    int bits = ElementType.of(info.dtype()).partBits();
    // Eight parts fill `bits` bytes, whatever their width.
    long groupBegin = tensorBegin + partIndex / 8 * bits;
    int bitInGroup = (int) (partIndex % 8) * bits;
    int firstByte = bitInGroup / 8;
    int byteCount = (bitInGroup + bits - 1) / 8 - firstByte + 1;
    OptionalLong word = window.littleEndian(groupBegin + firstByte, byteCount);
    long mask = bits == Long.SIZE ? -1L : (1L << bits) - 1;
    return word.isPresent()
        ? OptionalLong.of(word.getAsLong() >>> bitInGroup % 8 & mask)
        : OptionalLong.empty();
  }
}
