package io.github.tensorloupe.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Creates files as byte arrays, and reads their headers.
final class HeaderFiles {

  private HeaderFiles() {}

  /// Returns a file with this header text in UTF-8, and a data buffer of zeros.
  static byte[] file(String header, int dataByteCount) {
    return file(header.getBytes(StandardCharsets.UTF_8), dataByteCount);
  }

  /// Returns a file with these header bytes, and a data buffer of zeros.
  static byte[] file(byte[] header, int dataByteCount) {
    return withLength(header.length, header, dataByteCount);
  }

  /// Returns a file with any number as its header length.
  static byte[] withLength(long headerLength, byte[] header, int dataByteCount) {
    return ByteBuffer.allocate(8 + header.length + dataByteCount)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(headerLength)
        .put(header)
        .array();
  }

  /// Reads the header of a whole file.
  static HeaderReading read(byte[] file) {
    Preface preface = Preface.of(file.length, file);
    int headerEnd = 8 + (int) preface.presentHeaderByteCount();
    byte[] header = file.length < 8 ? new byte[0] : Arrays.copyOfRange(file, 8, headerEnd);
    return HeaderReader.read(preface, header);
  }

  /// Reads a file with this header text and a data buffer of zeros.
  static HeaderReading read(String header, int dataByteCount) {
    return read(file(header, dataByteCount));
  }
}
