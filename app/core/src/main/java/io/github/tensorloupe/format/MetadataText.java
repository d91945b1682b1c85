package io.github.tensorloupe.format;

import module java.base;

/// The places of the metadata and their entries in the text of a header that the reference library
/// reads. All are indexes in the header.
final class MetadataText {

  private static final byte[] QUOTED_KEY =
      ('"' + HeaderParser.METADATA_KEY + '"').getBytes(StandardCharsets.US_ASCII);

  private final byte[] bytes;
  private final JsonCursor json;

  /// The entries in the order of the text, also those whose key is repeated.
  final List<MetadataMember> members = new ArrayList<>();

  /// The opening brace of the header.
  int rootBegin;

  /// Behind the closing brace of the header.
  int rootEnd;

  /// True if there is a member for the metadata, also one that is null.
  boolean isPresent;

  /// The brace or comma before the member is just before this.
  int leadBegin;

  /// The opening brace of the metadata, or their `null`.
  int valueBegin;

  /// The white space before the closing brace of the metadata begins here.
  int closeBegin;

  /// Behind the closing brace of the metadata, or their `null`.
  int valueEnd;

  /// Behind the comma that follows the metadata, or -1 where none does.
  int commaEnd;

  /// The members of the header, the metadata among them.
  int memberCount;

  /// @param bytes the whole header, well-formed as the reference library asks; not changed
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

  /// The place of one entry of the metadata in the text of a header. All are indexes in the header.
  ///
  /// @param leadBegin behind the brace or comma before it, where white space may begin
  /// @param trailEnd the comma behind it; of the last entry `valueEnd`
  record MetadataMember(
      String key,
      int leadBegin,
      int keyBegin,
      int keyEnd,
      int valueBegin,
      int valueEnd,
      int trailEnd) {}
}
