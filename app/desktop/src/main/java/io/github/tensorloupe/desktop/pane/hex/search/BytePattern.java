package io.github.tensorloupe.desktop.pane.hex.search;

import module java.base;

/// A byte sequence to find, in which some bits may be wildcards. Immutable.
public final class BytePattern implements SearchPattern {

  public static final int MAX_BYTES = 1024;

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /// The bit that differs between lower and upper case in ASCII.
  private static final int CASE_BIT = 0x20;

  private final byte[] values;
  private final byte[] masks;

  private BytePattern(byte[] values, byte[] masks) {
    this.values = values;
    this.masks = masks;
  }

  /// @param values the bytes; bits outside the mask are ignored
  /// @param masks the compared bits of each byte; at least one bit in total
  /// @throws IllegalArgumentException if the pattern is empty, too long, or compares no bits
  public static BytePattern of(byte[] values, byte[] masks) {
    if (values.length != masks.length || values.length == 0 || values.length > MAX_BYTES) {
      throw new IllegalArgumentException(values.length + " bytes, " + masks.length + " masks");
    }
    byte[] maskedValues = values.clone();
    int bits = 0;
    for (int i = 0; i < maskedValues.length; i++) {
      maskedValues[i] &= masks[i];
      bits |= masks[i];
    }
    if (bits == 0) {
      throw new IllegalArgumentException("every byte would match");
    }
    return new BytePattern(maskedValues, masks.clone());
  }

  /// Returns the pattern of a text in UTF-8.
  ///
  /// @param text at least one character, no lone surrogates, at most [#MAX_BYTES] in UTF-8
  /// @param ignoreCase true to ignore the case of ASCII letters
  public static BytePattern text(String text, boolean ignoreCase) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    byte[] masks = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      int small = bytes[i] | CASE_BIT;
      masks[i] = (byte) (ignoreCase && small >= 'a' && small <= 'z' ? ~CASE_BIT : 0xff);
    }
    return of(bytes, masks);
  }

  /// Returns the length of a match in bytes.
  public int length() {
    return values.length;
  }

  /// Returns a byte of the pattern with its wildcard bits set to 0.
  int value(int index) {
    return values[index] & 0xff;
  }

  /// Returns the compared bits of a byte.
  int mask(int index) {
    return masks[index] & 0xff;
  }

  /// @param at index of the first byte
  boolean matches(MemorySegment bytes, long at) {
    int i = 0;
    for (; i + Long.BYTES <= values.length; i += Long.BYTES) {
      if (((bytes.get(LONG, at + i) ^ word(values, i)) & word(masks, i)) != 0) {
        return false;
      }
    }
    for (; i < values.length; i++) {
      if (((bytes.get(BYTE, at + i) ^ values[i]) & masks[i]) != 0) {
        return false;
      }
    }
    return true;
  }

  /// Returns the index of the first byte that does not match. Call this only if there is one.
  ///
  /// @param at as for [#matches]
  int mismatch(MemorySegment bytes, long at) {
    int i = 0;
    while (((bytes.get(BYTE, at + i) ^ values[i]) & masks[i]) == 0) {
      i++;
    }
    return i;
  }

  private static long word(byte[] bytes, int at) {
    return (long) WORD.get(bytes, at);
  }

  @Override
  public int placeBits() {
    return Byte.SIZE;
  }

  @Override
  public int matchBits() {
    return Byte.SIZE * values.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BytePattern that
        && Arrays.equals(values, that.values)
        && Arrays.equals(masks, that.masks);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values) * 31 + Arrays.hashCode(masks);
  }
}
