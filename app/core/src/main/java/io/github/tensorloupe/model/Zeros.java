package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.model.FileTypes.FileType;
import io.github.tensorloupe.text.Sentence;

/// A file of zeros, or with zeros at its beginning or in place of its header.
final class Zeros implements FileType {

  private static final int SAMPLES = 64;
  private static final int SCANNED_BYTES = 1 << 14;
  private static final int LENGTH_BYTES = 8;

  @Override
  public Optional<RecognizedType> in(Sample sample) throws IOException {
    if (!isZero(sample.head)) {
      return zerosInHeader(sample);
    }
    return samplesAreZero(sample)
        ? RecognizedType.of(FileKind.ZEROS, FileKind.ZEROS.description())
        : zerosAtTheBeginning(sample);
  }

  private static boolean samplesAreZero(Sample sample) throws IOException {
    long length = sample.length();
    long step = Math.max(Sample.HEAD_BYTES, length / SAMPLES);
    for (long at = 0; at < length; at += step) {
      if (!isZero(sample.read(at, Sample.HEAD_BYTES))) {
        return false;
      }
    }
    return isZero(sample.read(Math.max(0, length - Sample.HEAD_BYTES), Sample.HEAD_BYTES));
  }

  private static Optional<RecognizedType> zerosAtTheBeginning(Sample sample) throws IOException {
    byte[] bytes = sample.read(0, SCANNED_BYTES);
    int zeroCount = firstOther(bytes, 0);
    return RecognizedType.of(
        FileKind.UNKNOWN,
        zeroCount == bytes.length
            ? Sentence.of(
                "a file that begins with at least {0} zeros, so any header is lost: typical of an"
                    + " unfinished download",
                zeroCount)
            : Sentence.of(
                "a file that begins with {0} zeros, so any header is lost: typical of an unfinished"
                    + " download",
                zeroCount));
  }

  private static Optional<RecognizedType> zerosInHeader(Sample sample) {
    byte[] head = sample.head;
    long headerLength = head.length > LENGTH_BYTES + 1 ? sample.word(0) : 0;
    boolean isPlausible = headerLength > 1 && headerLength <= sample.length() - LENGTH_BYTES;
    long headerEnd = Math.min(head.length, LENGTH_BYTES + headerLength);
    if (!isPlausible || firstOther(head, LENGTH_BYTES) < headerEnd) {
      return Optional.empty();
    }
    return RecognizedType.of(
        FileKind.UNKNOWN,
        Sentence.of(
            "a file with a header length of {0} {0#byte|bytes}, but zeros instead of the header:"
                + " the names and offsets of its tensors are lost",
            headerLength));
  }

  private static boolean isZero(byte[] bytes) {
    return firstOther(bytes, 0) == bytes.length;
  }

  private static int firstOther(byte[] bytes, int from) {
    int at = from;
    while (at < bytes.length && bytes[at] == 0) {
      at++;
    }
    return at;
  }
}
