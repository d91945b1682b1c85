package io.github.tensorloupe.survey;

import module java.base;

/// Reads the lines of a survey sequentially, even while the survey is being written. Does not keep
/// lines in memory; use [#seek] to return to an earlier line. Not thread-safe.
public final class SurveyReader implements Closeable {

  private static final int BUFFER_BYTES = 1 << 16;

  private final FileChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).limit(0);
  private final ByteArrayOutputStream line = new ByteArrayOutputStream(1024);

  /// The file offset of the first byte after the buffer.
  private long position;

  private long offset;

  /// @param channel the channel, which [#close] closes; its position is ignored
  SurveyReader(FileChannel channel) {
    this.channel = channel;
  }

  public static SurveyReader open(Path file) throws IOException {
    return new SurveyReader(FileChannel.open(file, StandardOpenOption.READ));
  }

  /// Reads the next line. Returns empty at the end of the file or at an incomplete last line.
  ///
  /// @throws IOException if reading fails, or if the line is not a survey line
  public Optional<SurveyRecord> next() throws IOException {
    byte[] next = nextLine();
    return next == null ? Optional.empty() : Optional.of(SurveyLine.parse(next));
  }

  /// Returns the next line with its line feed, or null at the end of the file.
  byte[] nextLine() throws IOException {
    offset = end();
    line.reset();
    while (true) {
      int begin = buffer.position();
      int end = begin;
      while (end < buffer.limit() && buffer.get(end) != '\n') {
        end++;
      }
      boolean isEnd = end < buffer.limit();
      line.write(buffer.array(), begin, end - begin + (isEnd ? 1 : 0));
      buffer.position(isEnd ? end + 1 : end);
      if (isEnd) {
        return line.toByteArray();
      }
      int count = channel.read(buffer.clear(), position);
      buffer.flip();
      if (count <= 0) {
        seek(offset);
        return null;
      }
      position += count;
    }
  }

  /// Returns the incomplete last line. Called at the end.
  byte[] incompleteLine() {
    return line.toByteArray();
  }

  /// Returns the file offset of the line that was read last, or at the end, the offset after the
  /// last line.
  public long offset() {
    return offset;
  }

  /// Returns the file offset after the line that was last read.
  long end() {
    return position - buffer.remaining();
  }

  /// Sets the position of the next read.
  ///
  /// @param lineOffset the file offset of the first byte of a line
  public void seek(long lineOffset) {
    position = lineOffset;
    buffer.limit(0);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
