package io.github.tensorloupe.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Files as byte arrays, and what reading their headers gives.
final class HeaderFiles {

  private HeaderFiles() {}

  /// A file with this header text, in UTF-8, and a data buffer of zeros.
  static byte[] file(String header, int dataByteCount) {
    return file(header.getBytes(StandardCharsets.UTF_8), dataByteCount);
  }

  /// A file with these header bytes and a data buffer of zeros.
  static byte[] file(byte[] header, int dataByteCount) {
    return withLength(header.length, header, dataByteCount);
  }

  /// A file whose first 8 bytes give this header length, whatever follows.
  static byte[] withLength(long headerLength, byte[] header, int dataByteCount) {
    return ByteBuffer.allocate(8 + header.length + dataByteCount)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(headerLength)
        .put(header)
        .array();
  }

  /// What reading the header of a whole file gives.
  static HeaderReading read(byte[] file) {
    Preface preface = Preface.of(file.length, file);
    int headerEnd = 8 + (int) preface.presentHeaderByteCount();
    byte[] header = file.length < 8 ? new byte[0] : Arrays.copyOfRange(file, 8, headerEnd);
    return HeaderReader.read(preface, header);
  }

  /// What reading a file with this header text and a data buffer of zeros gives.
  static HeaderReading read(String header, int dataByteCount) {
    return read(file(header, dataByteCount));
  }
}
