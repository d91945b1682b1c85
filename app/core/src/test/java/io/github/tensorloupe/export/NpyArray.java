package io.github.tensorloupe.export;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A parsed `.npy` file. The parser follows the NumPy documentation of the format and shares no
/// code with the writer.
///
/// @param version 1 or 2
/// @param dataStart the file offset of the data
record NpyArray(int version, String descr, long[] shape, int dataStart, ByteBuffer data) {

  private static final Pattern HEADER =
      Pattern.compile(
          "\\{'descr': '([^']*)', 'fortran_order': (True|False), 'shape': \\(([^)]*)\\), \\} *\n");

  static NpyArray read(Path file) throws Exception {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    byte[] magic = new byte[6];
    bytes.get(magic);
    require(new String(magic, StandardCharsets.ISO_8859_1).equals("\u0093NUMPY"), "magic");
    int version = bytes.get();
    require(bytes.get() == 0, "minor version");
    int length = version == 1 ? Short.toUnsignedInt(bytes.getShort()) : bytes.getInt();
    byte[] text = new byte[length];
    bytes.get(text);
    Matcher header = HEADER.matcher(new String(text, StandardCharsets.US_ASCII));
    require(header.matches(), "header " + new String(text, StandardCharsets.US_ASCII));
    require(header.group(2).equals("False"), "C order");
    int start = bytes.position();
    require(start % 64 == 0, "data at a multiple of 64, not " + start);
    return new NpyArray(
        version,
        header.group(1),
        tuple(header.group(3)),
        start,
        bytes.slice().order(ByteOrder.LITTLE_ENDIAN));
  }

  /// Parses the text between the parentheses of a Python tuple of integers.
  private static long[] tuple(String text) {
    if (text.isEmpty()) {
      return new long[0];
    }
    boolean single = text.endsWith(",");
    String[] items = (single ? text.substring(0, text.length() - 1) : text).split(", ");
    // In Python, a tuple with one element needs a trailing comma.
    require(single == (items.length == 1), "tuple (" + text + ")");
    return Arrays.stream(items).mapToLong(Long::parseUnsignedLong).toArray();
  }

  private static void require(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError("not as NumPy has it: " + what);
    }
  }

  /// Returns the elements as numbers, or the parts of complex elements. Supports only the types
  /// that tests compare.
  double[] numbers() {
    int width = Integer.parseInt(descr.substring(2));
    int partWidth = descr.charAt(1) == 'c' ? width / 2 : width;
    require(data.limit() % width == 0, "whole elements");
    double[] numbers = new double[data.limit() / partWidth];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = number(i * partWidth);
    }
    return numbers;
  }

  private double number(int at) {
    return switch (descr) {
      case "|b1", "|u1" -> Byte.toUnsignedInt(data.get(at));
      case "|i1" -> data.get(at);
      case "<i2" -> data.getShort(at);
      case "<u2" -> Short.toUnsignedInt(data.getShort(at));
      case "<i4" -> data.getInt(at);
      case "<u4" -> Integer.toUnsignedLong(data.getInt(at));
      case "<i8" -> data.getLong(at);
      case "<u8" -> new BigInteger(Long.toUnsignedString(data.getLong(at))).doubleValue();
      case "<f2" -> Float.float16ToFloat(data.getShort(at));
      case "<f4", "<c8" -> data.getFloat(at);
      case "<f8" -> data.getDouble(at);
      default -> throw new AssertionError("no type of NumPy: " + descr);
    };
  }

  byte[] bytes() {
    byte[] bytes = new byte[data.limit()];
    data.get(0, bytes);
    return bytes;
  }
}
