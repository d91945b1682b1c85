package io.github.tensorloupe.format;

import module java.base;

/// The positions of the metadata in a valid header, as byte indexes.
final class MetadataText {

  private static final byte[] QUOTED_KEY =
      ('"' + HeaderParser.METADATA_KEY + '"').getBytes(StandardCharsets.US_ASCII);

  private final byte[] bytes;
  private final JsonCursor json;

  /// The metadata entries in file order, including repeated keys.
  final List<MetadataMember> members = new ArrayList<>();

  int rootBegin;
  int rootEnd;
  int memberCount;

  /// True if the header has `__metadata__`, even if its value is `null`.
  boolean isPresent;

  /// Index after the brace or comma that precedes `__metadata__`.
  int precedingEnd;

  int valueBegin;
  int valueEnd;

  /// Index of the white space before the closing brace of the metadata.
  int contentEnd;

  /// Index after the comma that follows the metadata, or -1 if absent.
  int commaEnd;

  /// @param bytes a complete valid header; not modified
  MetadataText(byte[] bytes) throws HeaderSyntaxException {
    this.bytes = bytes;
    this.json = new JsonCursor(bytes, bytes.length, false);
    json.expect('{', "'{' at the beginning of the header");
    rootBegin = json.position() - 1;
    json.elements('}', "',' or '}'", this::readMember);
    rootEnd = json.position();
  }

  private void readMember() throws HeaderSyntaxException {
    int lead = memberCount++ == 0 ? rootBegin + 1 : json.position();
    json.peek();
    int begin = json.position();
    boolean isMetadata =
        json.skipString("a name in quotes")
            ? JsonEscapes.text(bytes, begin + 1, json.position() - 1)
                .equals(HeaderParser.METADATA_KEY)
            : Arrays.equals(bytes, begin, json.position(), QUOTED_KEY, 0, QUOTED_KEY.length);
    json.expect(':', "':' after a name");
    if (!isMetadata) {
      json.skipValue(1);
      return;
    }
    precedingEnd = lead;
    isPresent = true;
    int first = json.peek();
    valueBegin = json.position();
    if (first == 'n') {
      json.skipLiteral("null");
    } else {
      json.expect('{', "an object for the metadata");
      contentEnd = json.position();
      json.elements('}', "',' or '}' in the metadata", this::readEntry);
    }
    valueEnd = json.position();
    commaEnd = json.peek() == ',' ? json.position() + 1 : -1;
  }

  private void readEntry() throws HeaderSyntaxException {
    int lead = members.isEmpty() ? contentEnd : json.position();
    json.peek();
    int keyBegin = json.position();
    String key = json.string("a metadata key, in quotes");
    int keyEnd = json.position();
    json.expect(':', "':' after a metadata key");
    json.peek();
    int begin = json.position();
    json.skipString("a string for a metadata value");
    contentEnd = json.position();
    int trailEnd = json.peek() == ',' ? json.position() : contentEnd;
    members.add(new MetadataMember(key, lead, keyBegin, keyEnd, begin, contentEnd, trailEnd));
  }

  /// A metadata entry and its positions in the header.
  ///
  /// @param precedingEnd index after the preceding brace or comma, before any white space
  /// @param trailEnd index of the following comma, or `valueEnd` for the last entry
  record MetadataMember(
      String key,
      int precedingEnd,
      int keyBegin,
      int keyEnd,
      int valueBegin,
      int valueEnd,
      int trailEnd) {}
}
