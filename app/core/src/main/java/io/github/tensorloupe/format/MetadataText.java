package io.github.tensorloupe.format;

import module java.base;

/// The positions of the metadata and its entries in the text of a valid header, as indexes in the
/// header.
final class MetadataText {

  private static final byte[] QUOTED_KEY =
      ('"' + HeaderParser.METADATA_KEY + '"').getBytes(StandardCharsets.US_ASCII);

  private final byte[] bytes;
  private final JsonCursor json;

  /// The entries in the order of the text, including repeated keys.
  final List<MetadataMember> members = new ArrayList<>();

  int rootBegin;
  int rootEnd;

  /// True if the header has a metadata member, even if it is null.
  boolean isPresent;

  /// After the brace or comma that precedes the member.
  int leadBegin;

  /// The opening brace of the metadata, or `null`.
  int valueBegin;

  /// The beginning of the white space before the closing brace of the metadata.
  int closeBegin;

  /// After the closing brace of the metadata, or after `null`.
  int valueEnd;

  /// After the comma that follows the metadata, or -1 without a comma.
  int commaEnd;

  int memberCount;

  /// @param bytes the whole valid header; not modified
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

  /// The position of a metadata entry, as indexes in the header.
  ///
  /// @param leadBegin after the preceding brace or comma; white space may follow
  /// @param trailEnd the following comma; `valueEnd` for the last entry
  record MetadataMember(
      String key,
      int leadBegin,
      int keyBegin,
      int keyEnd,
      int valueBegin,
      int valueEnd,
      int trailEnd) {}
}
