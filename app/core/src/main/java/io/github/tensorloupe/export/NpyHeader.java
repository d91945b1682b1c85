package io.github.tensorloupe.export;

import module java.base;

/// The beginning of a `.npy` file: magic, version, and what the array is, as a Python literal that
/// is padded so that the data begin at a multiple of 64 bytes.
final class NpyHeader {

  /// What the length field of version 1.0 can say.
  private static final int MAX_LENGTH_1 = 0xffff;

  private static final int ALIGNMENT = 64;
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

  private NpyHeader() {}

  /// The bytes before the data, of version 1.0, or 2.0 where the text is longer than that can say.
  ///
  /// @param descr the type string, as `<f4`
  /// @param dimensions outermost first, unsigned; none for a scalar
  static byte[] of(String descr, long... dimensions) {
    String text =
        "{'descr': '%s', 'fortran_order': False, 'shape': %s, }"
            .formatted(descr, shape(dimensions));
    int begin1 = MAGIC.length + 2 + Short.BYTES;
    boolean fits = padded(begin1 + text.length() + 1) - begin1 <= MAX_LENGTH_1;
    int begin = fits ? begin1 : MAGIC.length + 2 + Integer.BYTES;
    int end = padded(begin + text.length() + 1);
    ByteBuffer bytes = ByteBuffer.allocate(end).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(MAGIC).put((byte) (fits ? 1 : 2)).put((byte) 0);
    if (fits) {
      bytes.putShort((short) (end - begin));
    } else {
      bytes.putInt(end - begin);
    }
    bytes.put(text.getBytes(StandardCharsets.US_ASCII));
    while (bytes.position() < end - 1) {
      bytes.put((byte) ' ');
    }
    return bytes.put((byte) '\n').array();
  }

  private static int padded(int byteCount) {
    return Math.ceilDiv(byteCount, ALIGNMENT) * ALIGNMENT;
  }

  /// A Python tuple: `()`, `(3,)`, `(2, 3)`.
  private static String shape(long[] dimensions) {
    StringBuilder text = new StringBuilder("(");
    for (int axis = 0; axis < dimensions.length; axis++) {
      text.append(axis == 0 ? "" : " ").append(Long.toUnsignedString(dimensions[axis])).append(',');
    }
    if (dimensions.length > 1) {
      text.setLength(text.length() - 1);
    }
    return text.append(')').toString();
  }
}
