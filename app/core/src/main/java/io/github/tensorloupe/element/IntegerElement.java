package io.github.tensorloupe.element;

import module java.base;

import io.github.tensorloupe.format.Dtype;

/// Integer dtypes of 8 to 64 bits, and `BOOL` with its byte as the value.
final class IntegerElement extends ElementType {

  private static final double TWO_TO_63 = 0x1p63;
  private static final double TWO_TO_64 = 0x1p64;

  private final boolean isSigned;
  private final int unusedBits;

  IntegerElement(Dtype dtype) {
    super(dtype);
    isSigned = dtype.kind() == Dtype.Kind.SIGNED;
    unusedBits = 64 - dtype.bits();
  }

  @Override
  public double toDouble(long code) {
    long value = toLong(code);
    if (isSigned || value >= 0) {
      return value;
    }
    // Keeps the lowest bit as a sticky bit for correct rounding.
    return 2.0 * (value >>> 1 | value & 1);
  }

  @Override
  public Number toNumber(long code) {
    if (isSigned || unusedBits > 0) {
      return toLong(code);
    }
    return new BigInteger(Long.toUnsignedString(code));
  }

  @Override
  public List<BitField> bitFields() {
    BitField rest = new BitField(BitField.Kind.INTEGER, partBits() - (isSigned ? 1 : 0));
    return isSigned ? List.of(new BitField(BitField.Kind.SIGN, 1), rest) : List.of(rest);
  }

  @Override
  public ElementClass classify(long code) {
    return code == 0 ? ElementClass.ZERO : ElementClass.NORMAL;
  }

  @Override
  public long encode(double value) {
    double integer = Math.rint(value);
    long mask = -1L >>> unusedBits;
    if (isSigned) {
      return Math.clamp((long) integer, ~(mask >>> 1), mask >>> 1) & mask;
    }
    if (unusedBits > 0) {
      return Math.clamp((long) integer, 0L, mask);
    }
    if (integer >= TWO_TO_63) {
      return integer >= TWO_TO_64 ? mask : (long) (integer - TWO_TO_63) | Long.MIN_VALUE;
    }
    return Math.max(0L, (long) integer);
  }

  @Override
  public long codeAtRank(long rank) {
    return isSigned ? rank ^ 1L << 63 - unusedBits : rank;
  }

  @Override
  public long rankOf(long code) {
    // Inverting the sign bit is its own inverse.
    return codeAtRank(code);
  }

  @Override
  public String text(long code) {
    long value = toLong(code);
    return isSigned ? Long.toString(value) : Long.toUnsignedString(value);
  }

  private long toLong(long code) {
    return isSigned ? code << unusedBits >> unusedBits : code;
  }
}
