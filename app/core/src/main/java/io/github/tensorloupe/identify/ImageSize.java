package io.github.tensorloupe.identify;

import module java.base;

/// The size of a picture, from its first bytes.
///
/// @param format the subtype of its media type: `png`, `jpeg`, `gif` or `bmp`
/// @param width in pixels, at least 1
/// @param height in pixels, at least 1
public record ImageSize(String format, int width, int height) {

  private static final long PNG_SIGNATURE = 0x89504E470D0A1A0AL;
  private static final int JPEG_MARKER = 0xFF;

  /// Reads the size of a picture; empty where the format is none that can be shown.
  public static Optional<ImageSize> of(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    if (bytes.length >= 24 && buffer.getLong(0) == PNG_SIGNATURE) {
      return checked("png", buffer.getInt(16), buffer.getInt(20));
    }
    if (bytes.length >= 4 && (buffer.getShort(0) & 0xFFFF) == 0xFFD8) {
      return jpeg(buffer);
    }
    buffer.order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.length >= 10 && bytes[0] == 'G' && bytes[1] == 'I' && bytes[2] == 'F') {
      return checked("gif", buffer.getShort(6) & 0xFFFF, buffer.getShort(8) & 0xFFFF);
    }
    if (bytes.length >= 26 && bytes[0] == 'B' && bytes[1] == 'M') {
      // A negative height says that the rows stand from top to bottom.
      return checked("bmp", buffer.getInt(18), Math.abs(buffer.getInt(22)));
    }
    return Optional.empty();
  }

  /// Goes from segment to segment to the one that describes the frame.
  private static Optional<ImageSize> jpeg(ByteBuffer buffer) {
    int at = 2;
    while (at + 9 <= buffer.limit() && (buffer.get(at) & 0xFF) == JPEG_MARKER) {
      int marker = buffer.get(at + 1) & 0xFF;
      if (isFrame(marker)) {
        return checked("jpeg", buffer.getShort(at + 7) & 0xFFFF, buffer.getShort(at + 5) & 0xFFFF);
      }
      at += marker == JPEG_MARKER ? 1 : 2 + (buffer.getShort(at + 2) & 0xFFFF);
    }
    return Optional.empty();
  }

  private static boolean isFrame(int marker) {
    boolean tables = marker == 0xC4 || marker == 0xC8 || marker == 0xCC;
    return marker >= 0xC0 && marker <= 0xCF && !tables;
  }

  /// The width or the height in pixels, whichever is more.
  public int longerSide() {
    return Math.max(width, height);
  }

  private static Optional<ImageSize> checked(String format, int width, int height) {
    return width > 0 && height > 0
        ? Optional.of(new ImageSize(format, width, height))
        : Optional.empty();
  }
}
