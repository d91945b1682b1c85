package io.github.tensorloupe.model;

import module java.base;

/// Evidence that a file is too long because bytes were inserted or repeated inside it, instead of
/// appended. Then most tensors are shifted, although all of them are inside the file.
public final class InsertedBytes {

  private static final int START_BYTES = 64;
  private static final int TEXT_BYTES = 1 << 20;
  private static final int MIN_LINES = 8;
  private static final int MIN_BLOCK_BYTES = 64;
  private static final int MAX_SAMPLES = 100_000;

  private InsertedBytes() {}

  /// Returns true if the file begins again after the given number of bytes, as after a download
  /// that was resumed from the start; if its line feeds were converted, as by a transfer of text;
  /// or if a block of this length occurs twice in succession. Reads at most some MB.
  ///
  /// @param count the number of bytes that the header does not describe, positive
  public static boolean areEvident(ByteSource file, long count) throws IOException {
    return beginsAgain(file, count) || hasConvertedLines(file) || hasRepeatedBlock(file, count);
  }

  private static boolean beginsAgain(ByteSource file, long count) throws IOException {
    return file.length() - count >= START_BYTES
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

  private static boolean hasRepeatedBlock(ByteSource file, long blockLength) throws IOException {
    if (blockLength < MIN_BLOCK_BYTES) {
      return false;
    }
    int compared = (int) Math.min(blockLength / 4, 256);
    long step = Math.max(blockLength / 2, file.length() / MAX_SAMPLES);
    for (long at = 0; at + blockLength + compared <= file.length(); at += step) {
      byte[] sample = file.read(at, compared);
      if (!isConstant(sample) && Arrays.equals(sample, file.read(at + blockLength, compared))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isConstant(byte[] bytes) {
    for (byte each : bytes) {
      if (each != bytes[0]) {
        return false;
      }
    }
    return true;
  }
}
