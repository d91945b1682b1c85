package io.github.tensorloupe.survey;

import module java.base;

/// Reads the lines of a survey sequentially. Does not keep lines in memory. Not thread-safe.
public final class SurveyReader implements Closeable {

  private static final int BUFFER_BYTES = 1 << 16;

  private final FileChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).limit(0);
  private final ByteArrayOutputStream line = new ByteArrayOutputStream(1024);
  private long end;

  /// @param channel the channel at position 0, which [#close] closes
  SurveyReader(FileChannel channel) {
    this.channel = channel;
  }

  public static SurveyReader open(Path file) throws IOException {
    return new SurveyReader(FileChannel.open(file, StandardOpenOption.READ));
  }

  /// Returns the next line with its line feed, or null at the end of the file or at an incomplete
  /// last line.
  public byte[] nextLine() throws IOException {
    line.reset();
    do {
      int begin = buffer.position();
      while (buffer.hasRemaining()) {
        if (buffer.get() == '\n') {
          line.write(buffer.array(), begin, buffer.position() - begin);
          end += line.size();
          return line.toByteArray();
        }
      }
      line.write(buffer.array(), begin, buffer.position() - begin);
      channel.read(buffer.clear());
    } while (buffer.flip().hasRemaining());
    return null;
  }

  /// Returns the incomplete last line. Called at the end.
  byte[] incompleteLine() {
    return line.toByteArray();
  }

  /// Returns the file offset after the last complete line that was read.
  public long end() {
    return end;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
