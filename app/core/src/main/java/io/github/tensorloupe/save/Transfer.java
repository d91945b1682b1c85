package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.work.IoConsumer;

/// Reads and writes of complete ranges of open files.
public final class Transfer {

  /// The maximum number of bytes transferred at a time. A channel keeps, for each thread, native
  /// memory as large as the largest transferred array.
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

  /// Returns a stream that writes from the beginning of the file. Closing the stream has no effect.
  public static OutputStream stream(OpenFile file) {
    AtomicLong byteOffset = new AtomicLong();
    return stream(bytes -> write(file, bytes, byteOffset.getAndAdd(bytes.remaining())));
  }

  /// Returns a stream that passes all bytes to a consumer. Closing the stream has no effect.
  public static OutputStream stream(IoConsumer<ByteBuffer> consumer) {
    return new OutputStream() {
      @Override
      public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int begin, int count) throws IOException {
        consumer.accept(ByteBuffer.wrap(bytes, begin, count));
      }
    };
  }

  public static byte[] read(OpenFile file, long byteOffset, int byteCount) throws IOException {
    byte[] bytes = new byte[byteCount];
    read(file, ByteBuffer.wrap(bytes), byteOffset);
    return bytes;
  }

  /// Reads bytes until the buffer is full.
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
