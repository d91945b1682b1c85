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

  boolean isNull;

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

  private int memberCount;

  /// @param bytes the whole header, well-formed as the reference library asks; not changed
  MetadataText(byte[] bytes) throws HeaderSyntaxException {
    this.bytes = bytes;
    this.json = new JsonCursor(bytes, bytes.length, false);
    readRoot();
  }

  /// True if the header has other members than the metadata.
  boolean hasOtherMembers() {
    return memberCount > (isPresent ? 1 : 0);
  }

  private void readRoot() throws HeaderSyntaxException {
    json.expect('{', "'{' at the beginning of the header");
    rootBegin = json.at() - 1;
    if (!json.take('}')) {
      int lead = json.at();
      do {
        lead = memberCount == 0 ? rootBegin + 1 : lead;
        readMember(lead);
        lead = json.at() + 1;
        memberCount++;
      } while (json.take(','));
      json.expect('}', "',' or '}'");
    }
    rootEnd = json.at();
  }

  private void readMember(int lead) throws HeaderSyntaxException {
    json.peek();
    int begin = json.at();
    json.passString();
    boolean isMetadata = isMetadataKey(begin, json.at());
    json.expect(':', "':' after a name");
    if (!isMetadata) {
      json.passValue(1);
      // What follows is the comma or the brace, wherever the white space ends.
      json.peek();
      return;
    }
    leadBegin = lead;
    isPresent = true;
    isNull = json.peek() == 'n';
    valueBegin = json.at();
    if (isNull) {
      json.passWord("null");
    } else {
      readEntries();
    }
    valueEnd = json.at();
    commaEnd = json.peek() == ',' ? json.at() + 1 : -1;
  }

  private boolean isMetadataKey(int begin, int end) {
    return Arrays.equals(bytes, begin, end, QUOTED_KEY, 0, QUOTED_KEY.length)
        || JsonEscapes.isIn(bytes, begin, end)
            && new JsonEscapes(bytes, begin + 1, end - 1).text().equals(HeaderParser.METADATA_KEY);
  }

  private void readEntries() throws HeaderSyntaxException {
    json.expect('{', "an object for the metadata");
    closeBegin = json.at();
    if (json.take('}')) {
      return;
    }
    int lead = closeBegin;
    do {
      MetadataMember member = readEntry(lead);
      members.add(member);
      closeBegin = member.valueEnd();
      lead = member.trailEnd() + 1;
    } while (json.take(','));
    json.expect('}', "',' or '}' in the metadata");
  }

  private MetadataMember readEntry(int lead) throws HeaderSyntaxException {
    json.peek();
    int keyBegin = json.at();
    String key = json.string("a metadata key, in quotes");
    int keyEnd = json.at();
    json.expect(':', "':' after a metadata key");
    json.peek();
    int begin = json.at();
    json.passString();
    int end = json.at();
    int trailEnd = json.peek() == ',' ? json.at() : end;
    return new MetadataMember(key, lead, keyBegin, keyEnd, begin, end, trailEnd);
  }

  /// The place of one entry of the metadata in the text of a header. All are indexes in the header.
  ///
  /// @param key the key, its escapes resolved
  /// @param leadBegin behind the brace or comma before it, where white space may begin
  /// @param keyBegin its opening quote
  /// @param keyEnd behind the closing quote of the key
  /// @param valueBegin the opening quote of the value
  /// @param valueEnd behind the closing quote of the value
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
