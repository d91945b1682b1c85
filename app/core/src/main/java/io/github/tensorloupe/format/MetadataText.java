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

  /// True if the header has `__metadata__`, even if its value is `null`.
  boolean isPresent;

  /// Index after the brace or comma that precedes `__metadata__`.
  int leadBegin;

  /// Index of the opening brace of the metadata, or of `null`.
  int valueBegin;

  /// Index of the white space before the closing brace of the metadata.
  int closeBegin;

  /// Index after the closing brace of the metadata, or after `null`.
  int valueEnd;

  /// Index after the comma that follows the metadata, or -1 if there is none.
  int commaEnd;

  int memberCount;

  /// @param bytes a complete valid header; not modified
  MetadataText(byte[] bytes) throws HeaderSyntaxException {
    this.bytes = bytes;
    this.json = new JsonCursor(bytes, bytes.length, false);
    json.expect('{', "'{' at the beginning of the header");
    rootBegin = json.at() - 1;
    json.elements('}', "',' or '}'", this::readMember);
    rootEnd = json.at();
  }

  private void readMember() throws HeaderSyntaxException {
    int lead = memberCount++ == 0 ? rootBegin + 1 : json.at();
    json.peek();
    int begin = json.at();
    boolean isMetadata =
        json.passString("a name in quotes")
            ? JsonEscapes.text(bytes, begin + 1, json.at() - 1).equals(HeaderParser.METADATA_KEY)
            : Arrays.equals(bytes, begin, json.at(), QUOTED_KEY, 0, QUOTED_KEY.length);
    json.expect(':', "':' after a name");
    if (!isMetadata) {
      json.passValue(1);
      return;
    }
    leadBegin = lead;
    isPresent = true;
    int first = json.peek();
    valueBegin = json.at();
    if (first == 'n') {
      json.passWord("null");
    } else {
      json.expect('{', "an object for the metadata");
      closeBegin = json.at();
      json.elements('}', "',' or '}' in the metadata", this::readEntry);
    }
    valueEnd = json.at();
    commaEnd = json.peek() == ',' ? json.at() + 1 : -1;
  }

  private void readEntry() throws HeaderSyntaxException {
    int lead = members.isEmpty() ? closeBegin : json.at();
    json.peek();
    int keyBegin = json.at();
    String key = json.string("a metadata key, in quotes");
    int keyEnd = json.at();
    json.expect(':', "':' after a metadata key");
    json.peek();
    int begin = json.at();
    json.passString("a string for a metadata value");
    closeBegin = json.at();
    int trailEnd = json.peek() == ',' ? json.at() : closeBegin;
    members.add(new MetadataMember(key, lead, keyBegin, keyEnd, begin, closeBegin, trailEnd));
  }

  /// A metadata entry and its positions in the header.
  ///
  /// @param leadBegin index after the preceding brace or comma, before any white space
  /// @param trailEnd index of the following comma, or `valueEnd` for the last entry
  record MetadataMember(
      String key,
      int leadBegin,
      int keyBegin,
      int keyEnd,
      int valueBegin,
      int valueEnd,
      int trailEnd) {}
}
