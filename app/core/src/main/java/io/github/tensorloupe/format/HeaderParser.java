package io.github.tensorloupe.format;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// Parses the JSON of a header up to the first invalid byte. Retains the complete entries before
/// it.
final class HeaderParser {

  static final String METADATA_KEY = "__metadata__";

  private final JsonCursor json;
  private final EntryParser entryParser;

  /// The parsed entries in file order, including repeated names.
  final EntryTable entries;

  /// Index after the last well-formed UTF-8 character. Parsing stops there.
  final int textEnd;

  private final HeaderWarnings warnings;
  private SequencedMap<String, String> metadata;
  private boolean hasMetadata;

  /// Index of the opening brace.
  int rootBegin;

  /// Index after the closing brace, or 0 if it has not been parsed.
  int rootEnd;

  /// @param bytes the header; not modified
  HeaderParser(byte[] bytes, HeaderWarnings warnings) {
    int asciiEnd = Utf8.asciiEnd(bytes, 0, bytes.length);
    this.textEnd = Utf8.wellFormedEnd(bytes, asciiEnd);
    this.json = new JsonCursor(bytes, textEnd, asciiEnd == textEnd);
    this.warnings = warnings;
    this.entryParser = new EntryParser(json, warnings);
    this.entries = new EntryTable(textEnd);
  }

  static ByteRange fileRange(int begin, int end) {
    return new ByteRange((long) Preface.BYTE_COUNT + begin, (long) Preface.BYTE_COUNT + end);
  }

  /// @throws HeaderSyntaxException at the first byte that the reference library refuses
  void parse() throws HeaderSyntaxException {
    json.expect('{', "'{' at the beginning of the header");
    rootBegin = json.position() - 1;
    json.elements('}', "',' or '}'", this::readMember);
    rootEnd = json.position();
    if (json.peek() != JsonCursor.END) {
      throw json.error("nothing but white space after the header's closing brace");
    }
  }

  private void readMember() throws HeaderSyntaxException {
    json.peek();
    int from = json.position();
    String name = json.string("the name of a tensor, in quotes");
    if (!name.equals(METADATA_KEY)) {
      json.expect(':', "':' after the name of a tensor");
      TensorInfo tensor = entryParser.read(name);
      entries.add(tensor, from, json.position());
      return;
    }
    if (hasMetadata) {
      throw json.error(from, json.position(), Sentence.of("\"{0}\" once", METADATA_KEY));
    }
    hasMetadata = true;
    json.expect(':', "':' after \"" + METADATA_KEY + "\"");
    if (json.peek() == 'n') {
      json.skipLiteral("null");
      return;
    }
    json.expect('{', "an object or null for the metadata");
    metadata = new LinkedHashMap<>();
    json.elements('}', "',' or '}' in the metadata", this::readMetadataEntry);
  }

  private void readMetadataEntry() throws HeaderSyntaxException {
    json.peek();
    int from = json.position();
    String key = json.string("a metadata key, in quotes");
    json.expect(':', "':' after a metadata key");
    String value = json.string("a string for a metadata value");
    if (metadata.put(key, value) != null) {
      warnings.duplicateKeys.put(key, fileRange(from, json.position()));
    }
  }

  Optional<Metadata> metadata() {
    return Optional.ofNullable(metadata).map(Metadata::new);
  }
}
