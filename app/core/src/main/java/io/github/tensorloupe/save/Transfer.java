package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.work.Cancellation;

/// Moves whole ranges of bytes between files and memory, whatever pieces the system makes of them.
public final class Transfer {

  /// The number of bytes that are copied between two looks at the cancellation.
  private static final long COPY_PIECE_BYTES = 16 << 20;

  /// The channel keeps native memory of this size for every thread that writes out of an array.
  private static final int ARRAY_PIECE_BYTES = 1 << 20;

  private Transfer() {}

  /// Writes all of the bytes.
  static void write(OpenFile file, byte[] bytes, long byteOffset) throws IOException {
    write(file, ByteBuffer.wrap(bytes), byteOffset);
  }

  /// Writes all remaining bytes of a buffer.
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

  /// Reads a range that must be there.
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

  /// Copies a range of one file into another.
  ///
  /// @param onCopied receives how many bytes were copied since the last call
  static void copy(
      OpenFile source,
      long sourceOffset,
      long byteCount,
      OpenFile target,
      long targetOffset,
      Cancellation cancellation,
      LongConsumer onCopied)
      throws IOException {
    long done = 0;
    while (done < byteCount) {
      cancellation.check();
      long piece = Math.min(COPY_PIECE_BYTES, byteCount - done);
      long count = target.copyFrom(source, sourceOffset + done, piece, targetOffset + done);
      if (count <= 0) {
        throw new EOFException("the file ends at byte %,d".formatted(sourceOffset + done));
      }
      done += count;
      onCopied.accept(count);
    }
  }
}
