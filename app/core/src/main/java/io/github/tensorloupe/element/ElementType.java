package io.github.tensorloupe.element;

import module java.base;

import io.github.tensorloupe.element.FloatElement.NonFiniteEncoding;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.text.Quantities;

/// A converter between the codes of a dtype and numbers. Immutable and thread-safe.
///
/// An element has one part, except that a `C64` element has a real and an imaginary part. A code is
/// the bits of one part, stored in the low bits of a `long`. The upper bits are 0, even for
/// negative integers.
///
/// Codes are little-endian. Codes shorter than a byte are packed from the lowest bit on: the first
/// of two 4-bit codes is in the lower half of a byte, and four 6-bit codes fill three bytes. The
/// format does not specify this order. Common writers use it for 4 bits; for 6 bits, it is an
/// assumption.
public abstract sealed class ElementType permits FloatElement, IntegerElement {

  private static final int TILE = 1024;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final List<ElementType> TYPES =
      Arrays.stream(Dtype.values()).map(ElementType::create).toList();

  private final Dtype dtype;
  private final int partsPerElement;
  private final int partBits;

  ElementType(Dtype dtype) {
    this.dtype = dtype;
    this.partsPerElement = dtype.kind() == Dtype.Kind.COMPLEX ? 2 : 1;
    this.partBits = dtype.bits() / partsPerElement;
  }

  public static ElementType of(Dtype dtype) {
    return TYPES.get(dtype.ordinal());
  }

  private static ElementType create(Dtype dtype) {
    return switch (dtype) {
      case BOOL, U8, I8, I16, U16, I32, U32, I64, U64 -> new IntegerElement(dtype);
      case F4 -> new FloatElement(dtype, 2, 1, 1, NonFiniteEncoding.NONE);
      case F6_E2M3 -> new FloatElement(dtype, 2, 3, 1, NonFiniteEncoding.NONE);
      case F6_E3M2 -> new FloatElement(dtype, 3, 2, 3, NonFiniteEncoding.NONE);
      case F8_E5M2 -> new FloatElement(dtype, 5, 2, 15, NonFiniteEncoding.IEEE);
      case F8_E4M3 -> new FloatElement(dtype, 4, 3, 7, NonFiniteEncoding.ALL_ONES_IS_NAN);
      case F8_E8M0 -> new FloatElement(dtype, 8, 0, 127, NonFiniteEncoding.ALL_ONES_IS_NAN);
      case F8_E4M3FNUZ -> new FloatElement(dtype, 4, 3, 8, NonFiniteEncoding.NEGATIVE_ZERO_IS_NAN);
      case F8_E5M2FNUZ -> new FloatElement(dtype, 5, 2, 16, NonFiniteEncoding.NEGATIVE_ZERO_IS_NAN);
      case F16 -> new FloatElement(dtype, 5, 10, 15, NonFiniteEncoding.IEEE);
      case BF16 -> new FloatElement(dtype, 8, 7, 127, NonFiniteEncoding.IEEE);
      case F32, C64 -> new FloatElement(dtype, 8, 23, 127, NonFiniteEncoding.IEEE);
      case F64 -> new FloatElement(dtype, 11, 52, 1023, NonFiniteEncoding.IEEE);
    };
  }

  public final Dtype dtype() {
    return dtype;
  }

  /// Returns the number of parts per element: 2 for `C64`, otherwise 1.
  public final int partsPerElement() {
    return partsPerElement;
  }

  /// Returns the width of a code in bits: 4, 6, 8, 16, 32 or 64.
  public final int partBits() {
    return partBits;
  }

  /// Returns true for integer dtypes, including `BOOL`.
  public final boolean isInteger() {
    return this instanceof IntegerElement;
  }

  /// Returns the number of whole elements in a range of `byteCount` bytes.
  public final long elementsIn(long byteCount) {
    int bits = dtype.bits();
    // Avoids overflow of the number of bits.
    return bits >= 8 ? byteCount / (bits / 8) : byteCount / bits * 8 + byteCount % bits * 8 / bits;
  }

  /// Reads the code of one part.
  ///
  /// @param bytes bytes of a tensor, starting at an element and byte border
  /// @param partIndex the index of the part in `bytes`
  public final long code(MemorySegment bytes, long partIndex) {
    return switch (partBits) {
      case 4 -> nibble(bytes, partIndex);
      case 6 -> sixBits(bytes, partIndex);
      case 8 -> bytes.get(BYTE, partIndex) & 0xffL;
      case 16 -> bytes.get(SHORT, partIndex * 2) & 0xffffL;
      case 32 -> bytes.get(INT, partIndex * 4) & 0xffff_ffffL;
      default -> bytes.get(LONG, partIndex * 8);
    };
  }

  /// Reads the codes of consecutive parts.
  ///
  /// @param target receives the codes, starting at index 0
  public final void codes(MemorySegment bytes, long firstPartIndex, long[] target, int count) {
    switch (partBits) {
      case 4, 6 -> {
        for (int i = 0; i < count; i++) {
          target[i] = code(bytes, firstPartIndex + i);
        }
      }
      case 8 -> {
        for (int i = 0; i < count; i++) {
          target[i] = bytes.get(BYTE, firstPartIndex + i) & 0xffL;
        }
      }
      case 16 -> {
        for (int i = 0; i < count; i++) {
          target[i] = bytes.get(SHORT, (firstPartIndex + i) * 2) & 0xffffL;
        }
      }
      case 32 -> {
        for (int i = 0; i < count; i++) {
          target[i] = bytes.get(INT, (firstPartIndex + i) * 4) & 0xffff_ffffL;
        }
      }
      default -> MemorySegment.copy(bytes, LONG, firstPartIndex * 8, target, 0, count);
    }
  }

  /// Reads the codes of consecutive parts from the remaining bytes of a buffer. Does not change the
  /// position of the buffer.
  public final void codes(ByteBuffer bytes, long firstPartIndex, long[] target, int count) {
    codes(MemorySegment.ofBuffer(bytes), firstPartIndex, target, count);
  }

  /// Reads consecutive parts as numbers, see [#toDouble].
  public final void doubles(MemorySegment bytes, long firstPartIndex, double[] target, int count) {
    switch (dtype) {
      case BF16 -> {
        for (int i = 0; i < count; i++) {
          short upperHalf = bytes.get(SHORT, 2 * (firstPartIndex + i));
          target[i] = Float.intBitsToFloat(upperHalf << Short.SIZE);
        }
      }
      case F16 -> {
        for (int i = 0; i < count; i++) {
          target[i] = Float.float16ToFloat(bytes.get(SHORT, 2 * (firstPartIndex + i)));
        }
      }
      case F32 -> {
        for (int i = 0; i < count; i++) {
          target[i] = Float.intBitsToFloat(bytes.get(INT, 4 * (firstPartIndex + i)));
        }
      }
      default -> convert(bytes, firstPartIndex, target, count);
    }
  }

  private void convert(MemorySegment bytes, long firstPartIndex, double[] target, int count) {
    long[] codes = new long[Math.min(TILE, count)];
    for (int begin = 0; begin < count; begin += TILE) {
      int length = Math.min(TILE, count - begin);
      codes(bytes, firstPartIndex + begin, codes, length);
      for (int i = 0; i < length; i++) {
        target[begin + i] = toDouble(codes[i]);
      }
    }
  }

  /// Writes the code of one part, without changing other bits.
  public final void put(byte[] target, long partIndex, long code) {
    MemorySegment bytes = MemorySegment.ofArray(target);
    switch (partBits) {
      case 4, 6 -> putBits(bytes, partBits, partIndex, code);
      case 8 -> bytes.set(BYTE, partIndex, (byte) code);
      case 16 -> bytes.set(SHORT, partIndex * 2, (short) code);
      case 32 -> bytes.set(INT, partIndex * 4, (int) code);
      default -> bytes.set(LONG, partIndex * 8, code);
    }
  }

  /// Converts a code to a `double`. Exact, except that integers beyond 2⁵³ are rounded.
  public abstract double toDouble(long code);

  /// Converts a code to an exact number: a [Double] for floats, a [java.math.BigInteger] for `U64`,
  /// or a [Long] for other integers.
  public abstract Number toNumber(long code);

  /// Formats a code in Java syntax, with the minimum number of digits to identify the code within
  /// its dtype.
  ///
  /// Integers are exact. For floats of up to 16 bits, numbers with at most five digits are exact,
  /// and others are rounded by at most 0.2 %. All NaNs have the same text.
  public abstract String text(long code);

  /// Formats an element in Java syntax; a complex element in the form `1.5 − 2.0i`.
  ///
  /// @param codeOfPart returns the code of part 0 and, for complex elements, of part 1
  public final String text(IntToLongFunction codeOfPart) {
    String first = text(codeOfPart.applyAsLong(0));
    return partsPerElement == 1 ? first : complex(first, text(codeOfPart.applyAsLong(1)));
  }

  /// Formats an element for display, such as `−0.0321`, `7.26e−05`, `1.5 − 2i` or `∞`.
  public final String displayText(IntToLongFunction codeOfPart) {
    String first = displayText(codeOfPart.applyAsLong(0));
    return partsPerElement == 1 ? first : complex(first, displayText(codeOfPart.applyAsLong(1)));
  }

  /// Formats a part for display.
  public final String displayText(long code) {
    double value = toDouble(code);
    if (isInteger()) {
      return text(code).replace('-', '−');
    }
    if (value == 0) {
      return 1 / value < 0 ? "−0" : "0";
    }
    return Double.isFinite(value)
        ? Quantities.number(new BigDecimal(text(code)))
        : Quantities.value(value);
  }

  public static String complex(String real, String imaginary) {
    return imaginary.startsWith("-") || imaginary.startsWith("−")
        ? real + " − " + imaginary.substring(1) + "i"
        : real + " + " + imaginary + "i";
  }

  /// Returns the magnitude of a complex number, or NaN if either part is NaN.
  public static double magnitude(double real, double imaginary) {
    // `Math.hypot` returns infinity if one argument is NaN and the other is infinite.
    return Double.isNaN(real) || Double.isNaN(imaginary) ? Double.NaN : Math.hypot(real, imaginary);
  }

  /// Returns the fields of a code, starting at the highest bit, with [#partBits()] bits in total.
  public abstract List<BitField> bitFields();

  public abstract ElementClass classify(long code);

  /// Converts a number to the code of the nearest representable number, with ties to even.
  ///
  /// Overflow results in infinity for `F64`, `F32`, `F16`, `BF16` and `F8_E5M2`, in NaN for the
  /// other 8-bit floats, and in the largest number for `F6`, `F4` and integers. NaN results in zero
  /// for dtypes without NaN. Zero and negative numbers result in NaN for `F8_E8M0`.
  public abstract long encode(double value);

  /// Returns the code at a rank in a total order of all codes. Numbers ascend, with −0 before 0 and
  /// infinities at the ends. NaNs are before and after all numbers, except that in dtypes whose
  /// only NaN has the code of −0, it is at the position of −0.
  ///
  /// @param rank from 0 to 2^[#partBits()] − 1, unsigned
  public abstract long codeAtRank(long rank);

  /// Returns the rank of a code in the order of [#codeAtRank].
  public abstract long rankOf(long code);

  private static long nibble(MemorySegment bytes, long index) {
    return bytes.get(BYTE, index >>> 1) >>> (int) (index & 1) * 4 & 0xf;
  }

  private static long sixBits(MemorySegment bytes, long index) {
    long byteOffset = firstByte(index, 6);
    int shift = (int) (index & 7) * 6 & 7;
    int bits = bytes.get(BYTE, byteOffset) & 0xff;
    if (shift > 2) {
      bits |= bytes.get(BYTE, byteOffset + 1) << 8;
    }
    return bits >>> shift & 0x3f;
  }

  private static void putBits(MemorySegment bytes, int width, long index, long code) {
    long byteOffset = firstByte(index, width);
    int shift = (int) (index & 7) * width & 7;
    int mask = (1 << width) - 1 << shift;
    int bits = (int) code << shift;
    for (long at = byteOffset; (mask & 0xffff) != 0; at++, mask >>>= 8, bits >>>= 8) {
      bytes.set(BYTE, at, (byte) (bytes.get(BYTE, at) & ~mask | bits & mask));
    }
  }

  // Avoids overflow of the number of bits.
  private static long firstByte(long index, int width) {
    return (index >>> 3) * width + ((index & 7) * width >>> 3);
  }
}
