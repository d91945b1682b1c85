package io.github.tensorloupe.save;

import module java.base;

/// Moves whole ranges of bytes between files and memory, whatever pieces the system makes of them.
public final class Transfer {

  /// The channel keeps native memory of this size for every thread that writes out of an array.
  private static final int ARRAY_PIECE_BYTES = 1 << 20;

  private Transfer() {}

  static void write(OpenFile file, byte[] bytes, long byteOffset) throws IOException {
    write(file, ByteBuffer.wrap(bytes), byteOffset);
  }

  public static void write(OpenFile file, ByteBuffer source, long byteOffset) throws IOException {
    int end = source.limit();
    long position = byteOffset;
    while (source.position() < end) {
      source.limit(Math.min(end, source.position() + ARRAY_PIECE_BYTES));
      int count = file.write(source, position);
      if (count <= 0) {
        throw new IOException("the system wrote nothing");
      }
      position += count;
      source.limit(end);
    }
  }

  static byte[] read(OpenFile file, long byteOffset, int byteCount) throws IOException {
    byte[] bytes = new byte[byteCount];
    read(file, ByteBuffer.wrap(bytes), byteOffset);
    return bytes;
  }

  /// Fills the target's remaining bytes.
  public static void read(OpenFile file, ByteBuffer target, long byteOffset) throws IOException {
    int end = target.limit();
    long position = byteOffset;
    while (target.position() < end) {
      target.limit(Math.min(end, target.position() + ARRAY_PIECE_BYTES));
      int count = file.read(target, position);
      if (count < 0) {
        throw new EOFException("the file ends at byte %,d".formatted(position));
      }
      position += count;
      target.limit(end);
    }
  }
}
