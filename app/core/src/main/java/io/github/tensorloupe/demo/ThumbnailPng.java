package io.github.tensorloupe.demo;

import module java.base;

/// A picture of a sun over the sea, as the bytes of a PNG file.
///
/// Written without compression, so that it has the same bytes whatever compresses elsewhere.
final class ThumbnailPng {

  private static final int SIDE = 96;
  private static final int HORIZON = 62;
  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

  private ThumbnailPng() {}

  /// The bytes of the file.
  static byte[] bytes() {
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    png.writeBytes(SIGNATURE);
    ByteBuffer header = ByteBuffer.allocate(13).putInt(SIDE).putInt(SIDE);
    // 8 bits per pixel, colours from the palette.
    writeChunk(png, "IHDR", header.put((byte) 8).put((byte) 3).array());
    writeChunk(png, "PLTE", palette());
    writeChunk(png, "IDAT", zlib(rows()));
    writeChunk(png, "IEND", new byte[0]);
    return png.toByteArray();
  }

  /// From night blue to the colour of the sun.
  private static byte[] palette() {
    byte[] palette = new byte[256 * 3];
    for (int i = 0; i < 256; i++) {
      palette[3 * i] = (byte) Math.min(255, 30 + i * 9 / 8);
      palette[3 * i + 1] = (byte) (40 + i * 5 / 8);
      palette[3 * i + 2] = (byte) (90 + i / 8);
    }
    return palette;
  }

  /// The pixels, each row behind a zero that says that it is not filtered.
  private static byte[] rows() {
    byte[] rows = new byte[SIDE * (SIDE + 1)];
    for (int y = 0; y < SIDE; y++) {
      for (int x = 0; x < SIDE; x++) {
        rows[y * (SIDE + 1) + 1 + x] = (byte) colour(x, y);
      }
    }
    return rows;
  }

  private static int colour(int x, int y) {
    boolean isSea = y >= HORIZON;
    // The sea mirrors the sky, in waves.
    int mirrored = isSea ? 2 * HORIZON - y + (y % 4 == 0 ? 5 : 0) : y;
    int dx = x - SIDE / 2;
    int dy = mirrored - HORIZON + 18;
    int squaredDistance = dx * dx + dy * dy;
    if (squaredDistance < 15 * 15) {
      return isSea ? 215 : 250;
    }
    return Math.max(0, 190 - squaredDistance / 14 - (isSea ? 50 : 0));
  }

  private static byte[] zlib(byte[] bytes) {
    Adler32 checksum = new Adler32();
    checksum.update(bytes);
    short length = (short) bytes.length;
    // A stream of one stored block, which may have up to 65,535 bytes.
    byte[] head = {0x78, 0x01, 1, (byte) length, (byte) (length >>> 8), 0, 0};
    head[5] = (byte) ~head[3];
    head[6] = (byte) ~head[4];
    return ByteBuffer.allocate(head.length + bytes.length + 4)
        .put(head)
        .put(bytes)
        .putInt((int) checksum.getValue())
        .array();
  }

  private static void writeChunk(ByteArrayOutputStream png, String type, byte[] data) {
    byte[] typed =
        ByteBuffer.allocate(4 + data.length)
            .put(type.getBytes(StandardCharsets.US_ASCII))
            .put(data)
            .array();
    CRC32 checksum = new CRC32();
    checksum.update(typed);
    png.writeBytes(ByteBuffer.allocate(4).putInt(data.length).array());
    png.writeBytes(typed);
    png.writeBytes(ByteBuffer.allocate(4).putInt((int) checksum.getValue()).array());
  }
}
