package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.model.FileTypes.FileType;
import io.github.tensorloupe.text.Sentence;

/// A safetensors file that is preceded by a few extra bytes.
final class LeadingBytes implements FileType {

  private static final int MAX_BYTES = 64;

  private static final int LENGTH_BYTES = 8;
  private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

  @Override
  public Optional<RecognizedType> in(Sample sample) throws IOException {
    OptionalInt count = byteCount(sample);
    return count.isEmpty()
        ? Optional.empty()
        : RecognizedType.of(
            FileKind.UNKNOWN,
            Sentence.of(
                "a safetensors file with {0} {0#byte|bytes} before it: {1}",
                count.getAsInt(), words(sample, count.getAsInt())));
  }

  /// Returns the number of extra bytes before a probable safetensors file, at least 1, or empty if
  /// no such file is recognized.
  static OptionalInt byteCount(Sample sample) throws IOException {
    byte[] head = sample.head;
    for (int count = 1; count <= MAX_BYTES && count + LENGTH_BYTES + 1 < head.length; count++) {
      byte next = head[count + LENGTH_BYTES + 1];
      boolean isObject = head[count + LENGTH_BYTES] == '{' && (next == '"' || next == '}');
      if (isObject && isHeader(sample, count)) {
        return OptionalInt.of(count);
      }
    }
    return OptionalInt.empty();
  }

  private static boolean isHeader(Sample sample, int count) throws IOException {
    long length = sample.word(count);
    if (length < 2 || length > sample.length() - LENGTH_BYTES - count) {
      return false;
    }
    byte last = sample.read(count + LENGTH_BYTES + length - 1, 1)[0];
    return last == '}' || last == ' ';
  }

  private static Object words(Sample sample, int count) throws IOException {
    byte[] before = sample.read(0, count);
    if (count == BYTE_ORDER_MARK.length() && sample.startsWithAt(0, BYTE_ORDER_MARK)) {
      return Sentence.of("a byte order mark");
    }
    String text = new String(before, StandardCharsets.ISO_8859_1);
    boolean isText = text.chars().allMatch(c -> c >= ' ' && c < 127 || c == '\n' || c == '\r');
    return isText ? RecognizedType.quoted(text) : "0x" + HexFormat.of().formatHex(before);
  }
}
