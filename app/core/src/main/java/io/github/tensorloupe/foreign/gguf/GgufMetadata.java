package io.github.tensorloupe.foreign.gguf;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.text.Sentence;

/// The metadata of a GGUF file as texts. Elements of short arrays are entries with the index after
/// a dot. Not thread-safe.
final class GgufMetadata {

  private static final String ALIGNMENT = "general.alignment";
  private static final int DEFAULT_ALIGNMENT = 32;
  private static final int MAX_ENTRIES = 10_000;

  /// The maximum number of keys, which are compared with each other.
  private static final int MAX_KEYS = 1 << 17;

  private static final int MAX_KEY_BYTES = 1 << 16;
  private static final int MAX_TEXT_BYTES = 1 << 16;

  /// The total length of all texts, in characters.
  private static final int MAX_CHARACTERS = 1 << 24;

  private static final int MAX_SHOWN_ELEMENTS = 100;
  private static final int MAX_DEPTH = 8;

  private static final int U32 = 4;
  private static final int STRING = 8;
  private static final int ARRAY = 9;

  /// The minimum number of bytes of each value type.
  private static final int[] MIN_BYTES = {1, 1, 2, 2, 4, 4, 4, 1, 8, 12, 8, 8, 8};

  /// An array whose elements are read.
  private static final class Elements {
    final String path;
    final int type;
    final long count;
    final boolean isKept;
    long next;

    Elements(String path, int type, long count, boolean isKept) {
      this.path = path;
      this.type = type;
      this.count = count;
      this.isKept = isKept;
    }
  }

  private final GgufCursor cursor;
  private final SequencedMap<String, String> texts = new LinkedHashMap<>();

  /// The keys of all entries. Not a hash set, because equal hash codes would make it slow.
  private final Set<String> keys = new TreeSet<>();

  private long alignment = DEFAULT_ALIGNMENT;
  private long characterCount;

  GgufMetadata(GgufCursor cursor) {
    this.cursor = cursor;
  }

  /// Reads all entries.
  ///
  /// @param count the declared number of entries, unsigned
  void read(long count) throws IOException, GgufException {
    for (long i = 0; i != count; i++) {
      cursor.enter("metadata entry", i, count);
      String key = cursor.readText(MAX_KEY_BYTES, true);
      int type = readType();
      if (keys.size() == MAX_KEYS) {
        throw cursor.malformed(Sentence.of("more than {0} entries are not read", MAX_KEYS));
      }
      if (!keys.add(key)) {
        throw cursor.malformed(Sentence.of("the key \"{0}\" is repeated", DisplayText.of(key)));
      }
      if (key.equals(ALIGNMENT)) {
        readAlignment(type);
      } else {
        readValue(key, type);
      }
    }
  }

  private void readAlignment(int type) throws IOException, GgufException {
    long value = type == U32 ? Integer.toUnsignedLong(cursor.readInt()) : 0;
    if (Long.bitCount(value) != 1) {
      Sentence problem =
          Sentence.of(
              "{0} is not a power of two in 32 unsigned bits, as all offsets require", ALIGNMENT);
      throw cursor.failure(FindingCode.GGUF_ALIGNMENT, problem, Optional.empty());
    }
    alignment = value;
    add(ALIGNMENT, String.valueOf(value));
  }

  private int readType() throws IOException, GgufException {
    int type = cursor.readInt();
    if (type < 0 || type >= MIN_BYTES.length) {
      long shown = Integer.toUnsignedLong(type);
      throw cursor.malformed(Sentence.of("the value type {0} is unknown", shown));
    }
    return type;
  }

  private void readValue(String key, int type) throws IOException, GgufException {
    Deque<Elements> open = new ArrayDeque<>();
    open.push(new Elements(key, type, 1, true));
    while (!open.isEmpty()) {
      Elements elements = open.element();
      boolean isSkipped = !elements.isKept && elements.type != STRING && elements.type != ARRAY;
      if (isSkipped) {
        cursor.skip(elements.count * MIN_BYTES[elements.type]);
      }
      if (isSkipped || elements.next == elements.count) {
        open.pop();
        continue;
      }
      boolean isOnlyValue = open.size() == 1;
      String path =
          isOnlyValue || !elements.isKept ? elements.path : elements.path + "." + elements.next;
      elements.next++;
      if (elements.next % 4096 == 0) {
        cursor.checkCancelled();
      }
      if (elements.type == ARRAY) {
        open.push(readArray(path, elements.isKept, open.size()));
      } else if (elements.isKept) {
        add(path, readScalar(elements.type));
      } else {
        cursor.skip(cursor.readLong());
      }
    }
  }

  private Elements readArray(String path, boolean isKept, int depth)
      throws IOException, GgufException {
    if (depth > MAX_DEPTH) {
      throw cursor.malformed(Sentence.of("arrays are nested more than {0} deep", MAX_DEPTH));
    }
    int type = readType();
    long count = cursor.readLong();
    if (Long.compareUnsigned(count, cursor.remaining() / MIN_BYTES[type]) > 0) {
      throw cursor.malformed(
          Sentence.of(
              "an array of {0} {0#element|elements}, but only {1} {1#byte|bytes} remain",
              count, cursor.remaining()));
    }
    return new Elements(path, type, count, isKept && count <= MAX_SHOWN_ELEMENTS);
  }

  private String readScalar(int type) throws IOException, GgufException {
    return switch (type) {
      case 0 -> String.valueOf(cursor.readByte() & 0xff);
      case 1 -> String.valueOf(cursor.readByte());
      case 2 -> String.valueOf(cursor.readShort() & 0xffff);
      case 3 -> String.valueOf(cursor.readShort());
      case U32 -> Integer.toUnsignedString(cursor.readInt());
      case 5 -> String.valueOf(cursor.readInt());
      case 6 -> String.valueOf(Float.intBitsToFloat(cursor.readInt()));
      case 7 -> String.valueOf(cursor.readByte() != 0);
      case STRING -> cursor.readText(MAX_TEXT_BYTES, false);
      case 10 -> Long.toUnsignedString(cursor.readLong());
      case 11 -> String.valueOf(cursor.readLong());
      default -> String.valueOf(Double.longBitsToDouble(cursor.readLong()));
    };
  }

  private void add(String path, String text) {
    characterCount += path.length() + text.length();
    if (texts.size() < MAX_ENTRIES && characterCount <= MAX_CHARACTERS) {
      texts.putIfAbsent(path, text);
    }
  }

  long alignment() {
    return alignment;
  }

  Metadata metadata() {
    return new Metadata(texts);
  }

  /// Returns a text on one line in quotes, shortened like a name.
  Optional<Sentence> quoted(String key) {
    return Optional.ofNullable(texts.get(key))
        .map(text -> DisplayText.of(text.strip().replaceAll("\\s+", " ")))
        .map(text -> Sentence.of("\"{0}\"", text));
  }
}
