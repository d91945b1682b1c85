package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.model.FileTypes.FileType;
import io.github.tensorloupe.text.Sentence;

/// A GGUF file of llama.cpp. Reads only the first metadata entries.
final class Gguf implements FileType {

  private static final int READ_BYTES = 64 << 10;
  private static final int MAX_STRING_BYTES = 4096;
  private static final int MAX_ENTRIES = 64;
  private static final int STRING_TYPE = 8;

  /// The size in bytes of each value type, or 0 if it varies.
  private static final int[] TYPE_BYTES = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

  @Override
  public Optional<RecognizedType> in(Sample sample) throws IOException {
    byte[] head = sample.head;
    // The high bytes of a loadable file's header length are 0.
    boolean hasVersion = head.length >= 8 && (head[4] | head[5] | head[6] | head[7]) != 0;
    if (!sample.startsWithAt(0, "GGUF") || !hasVersion) {
      return Optional.empty();
    }
    ByteBuffer bytes =
        ByteBuffer.wrap(sample.read(0, READ_BYTES)).order(ByteOrder.LITTLE_ENDIAN).position(4);
    return RecognizedType.of(FileKind.GGUF, description(bytes));
  }

  private static Sentence description(ByteBuffer bytes) {
    int version = bytes.getInt();
    if (version < 2 || version > 0xffff || bytes.remaining() < 16) {
      return Sentence.of("a GGUF file");
    }
    long tensorCount = bytes.getLong();
    long entryCount = bytes.getLong();
    List<Sentence> parts = new ArrayList<>();
    parts.add(
        Sentence.of(
            "a GGUF file of version {0} with {1} {1#tensor|tensors} and {2}"
                + " {2#metadata entry|metadata entries}",
            String.valueOf(version), tensorCount, entryCount));
    Map<String, String> texts = texts(bytes, entryCount);
    if (texts.containsKey("general.architecture")) {
      Sentence text = RecognizedType.quoted(texts.get("general.architecture"));
      parts.add(Sentence.of("architecture {0}", text));
    }
    if (texts.containsKey("general.name")) {
      parts.add(Sentence.of("name {0}", RecognizedType.quoted(texts.get("general.name"))));
    }
    return Sentence.joined(", ", parts);
  }

  /// Returns the string entries before the first entry of an unsupported type.
  private static Map<String, String> texts(ByteBuffer bytes, long entryCount) {
    Map<String, String> texts = new LinkedHashMap<>();
    try {
      for (long i = 0; i < Math.min(entryCount, MAX_ENTRIES); i++) {
        String key = string(bytes);
        int type = bytes.getInt();
        if (type == STRING_TYPE) {
          texts.put(key, string(bytes));
        } else if (type < 0 || type >= TYPE_BYTES.length || TYPE_BYTES[type] == 0) {
          return texts;
        } else {
          bytes.get(new byte[TYPE_BYTES[type]]);
        }
      }
    } catch (BufferUnderflowException e) {
      // The sample ends inside an entry. Returns the complete entries.
    }
    return texts;
  }

  private static String string(ByteBuffer bytes) {
    long length = bytes.getLong();
    if (length < 0 || length > bytes.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] text = new byte[(int) length];
    bytes.get(text);
    return new String(text, 0, Math.min(text.length, MAX_STRING_BYTES), StandardCharsets.UTF_8);
  }
}
