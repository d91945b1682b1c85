package io.github.tensorloupe.model;

import module java.base;

/// Evidence that a file is too long because bytes were inserted or repeated inside it, instead of
/// appended. Then most tensors are shifted, although all of them are inside the file.
public final class InsertedBytes {

  private static final int START_BYTES = 64;
  private static final int TEXT_BYTES = 1 << 20;
  private static final int MIN_LINES = 8;
  private static final int MIN_BLOCK_BYTES = 64;
  private static final int MAX_SAMPLES = 20_000;
  private static final int SAMPLE_BYTES = 256;

  /// Equal numbers do not count as evidence.
  private static final int MAX_NUMBER_BYTES = 16;

  private InsertedBytes() {}

  /// Returns true if the file begins again after the given number of bytes, as after a download
  /// that was resumed from the start; if its line feeds were converted, as by a transfer of text;
  /// or if a block of this length occurs twice in succession. Reads at most some MB.
  ///
  /// @param dataBegin the file offset of the data buffer
  /// @param count the number of bytes that the header does not describe
  public static boolean areEvident(ByteSource file, long dataBegin, long count) throws IOException {
    // A file or its last block that was appended again shifts nothing.
    long end = file.length() - count;
    return dataBegin < end
        && end < file.length()
        && (beginsAgain(file, count, end)
            || hasConvertedLines(file)
            // Each sample is a request to a server.
            || SourceFileSystem.of(file.path()).isEmpty()
                && hasRepeatedBlock(file, dataBegin, count));
  }

  private static boolean beginsAgain(ByteSource file, long count, long end) throws IOException {
    return count <= end - START_BYTES
        && Arrays.equals(file.read(0, START_BYTES), file.read(count, START_BYTES));
  }

  private static boolean hasConvertedLines(ByteSource file) throws IOException {
    byte[] bytes = file.read(0, (int) Math.min(TEXT_BYTES, file.length()));
    int lines = 0;
    for (int i = 1; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        lines++;
        if (bytes[i - 1] != '\r') {
          return false;
        }
      }
    }
    return lines >= MIN_LINES;
  }

  private static boolean hasRepeatedBlock(ByteSource file, long begin, long blockLength)
      throws IOException {
    if (blockLength < MIN_BLOCK_BYTES) {
      return false;
    }
    int compared = (int) Math.min(blockLength / 2, SAMPLE_BYTES);
    long end = file.length() - 2 * blockLength;
    long step = Math.max(blockLength / 2, file.length() / MAX_SAMPLES);
    for (long at = begin; at <= end - compared; at += step) {
      byte[] sample = file.read(at, compared);
      if (!hasEqualNumbers(sample)
          && Arrays.equals(sample, file.read(at + blockLength, compared))) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasEqualNumbers(byte[] bytes) {
    for (int length = 1; length <= MAX_NUMBER_BYTES; length *= 2) {
      if (Arrays.equals(bytes, 0, bytes.length - length, bytes, length, bytes.length)) {
        return true;
      }
    }
    return false;
  }
}
