package io.github.tensorloupe.survey;

import module java.base;

/// Reads the lines of a survey one by one, also while the survey is being written. Keeps no lines
/// in memory; [#seek] returns to the offset of an earlier line. Used by one thread.
public final class SurveyReader implements Closeable {

  private static final int BUFFER_BYTES = 1 << 16;

  private final FileChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).limit(0);
  private final ByteArrayOutputStream line = new ByteArrayOutputStream(1024);

  /// The file offset of the first byte after the buffer.
  private long position;

  private long offset;

  /// @param channel closed by [#close]; its position does not matter
  SurveyReader(FileChannel channel) {
    this.channel = channel;
  }

  public static SurveyReader open(Path file) throws IOException {
    return new SurveyReader(FileChannel.open(file, StandardOpenOption.READ));
  }

  /// Reads the next line. Returns empty at the end, or if the last line is incomplete.
  ///
  /// @throws IOException if reading fails, or the line is not a line of a survey
  public Optional<SurveyRecord> next() throws IOException {
    byte[] next = nextLine();
    return next == null ? Optional.empty() : Optional.of(SurveyLine.parse(next));
  }

  /// Returns the next line with its line feed, or null at the end.
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

  /// Returns the file offset after the line that was read last.
  long end() {
    return position - buffer.remaining();
  }

  /// Moves to a line.
  ///
  /// @param lineOffset the file offset of its first byte
  public void seek(long lineOffset) {
    position = lineOffset;
    buffer.limit(0);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
