package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// Recognizes Python pickles by their first bytes.
public final class Pickle {

  /// The beginning of pickles of protocols 0 and 1, which have no magic bytes: a dictionary, list,
  /// tuple or object, and the number under which it is stored.
  private static final Pattern OLD_PROTOCOL =
      Pattern.compile(
          "\\([dl]p\\d+\n"
              + "|\\(*[}\\])]q[\\x00\\x01]"
              + "|\\(*[ci](torch|collections|numpy|__builtin__|builtins|copy_?reg)[\\w.]*\n"
              + "\\w+\n"
              + "|\\(*c[\\w.]+\n"
              + "\\w+\n"
              + "(q[\\x00\\x01]|p\\d+\n"
              + ")");

  private static final int MAX_BEGIN_BYTES = 256;

  private Pickle() {}

  /// Returns the protocol of a file that begins like a pickle, otherwise empty. The protocol is 0
  /// for a text, which may be another text.
  ///
  /// @param head the first bytes of the file, at most 4,096; not modified
  public static OptionalInt protocol(ByteSource file, byte[] head) {
    Sample sample = new Sample(file, head);
    return sample.looksLikeSafetensors() ? OptionalInt.empty() : protocol(sample);
  }

  private static OptionalInt protocol(Sample sample) {
    byte[] head = sample.head;
    if (head.length > 2 && head[0] == (byte) 0x80 && head[1] >= 2 && head[1] <= 5 && head[2] != 0) {
      return OptionalInt.of(head[1]);
    }
    int length = Math.min(MAX_BEGIN_BYTES, head.length);
    String begin = new String(head, 0, length, StandardCharsets.ISO_8859_1);
    return OLD_PROTOCOL.matcher(begin).lookingAt()
        ? OptionalInt.of(sample.text().isEmpty() ? 1 : 0)
        : OptionalInt.empty();
  }

  static Optional<RecognizedType> in(Sample sample) {
    OptionalInt protocol = protocol(sample);
    return protocol.isEmpty()
        ? Optional.empty()
        : RecognizedType.of(
            FileKind.PICKLE, Sentence.of("a Python pickle of protocol {0}", protocol.getAsInt()));
  }
}
