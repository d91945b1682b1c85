package io.github.tensorloupe.format;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// Parses the JSON of a header up to the first invalid byte. Retains the complete entries before
/// it.
final class HeaderParser {

  static final String METADATA_KEY = "__metadata__";

  private static final int DTYPE = 1;
  private static final int SHAPE = 2;
  private static final int DATA_OFFSETS = 4;
  private static final int ALL = DTYPE | SHAPE | DATA_OFFSETS;
  private static final int OTHER = 0;

  private static final long QUOTED_DTYPE = Words.ascii("dtype\"");
  private static final long QUOTED_SHAPE = Words.ascii("shape\"");
  private static final long DATA_OFF = Words.ascii("data_off");
  private static final long SETS_QUOTE = Words.ascii("sets\"");

  private static final Dtype[] DTYPES = Dtype.values();

  /// Spellings of up to 7 characters with their closing quote as words; -1, which never matches,
  /// for longer spellings.
  private static final long[] QUOTED_DTYPES =
      Arrays.stream(DTYPES)
          .mapToLong(each -> each.name().length() < 8 ? Words.ascii(each.name() + '"') : -1)
          .toArray();

  private final JsonCursor json;

  /// The parsed entries in file order, including repeated names.
  final EntryTable entries;

  /// Index after the last well-formed UTF-8 character. Parsing stops there.
  final int textEnd;

  private final HeaderWarnings warnings;
  private SequencedMap<String, String> metadata;
  private boolean hasMetadata;
  int rootBegin;

  /// Index after the closing brace, or 0 if it has not been parsed.
  int rootEnd;

  /// Recent shapes by hash. Shared to save memory, because models have few different shapes.
  private final Shape[] shapes = new Shape[256];

  private int lastDtype;
  private long[] dimensions = new long[8];
  private int presentFields;
  private Dtype dtype;
  private Shape shape;
  private long begin;
  private long end;

  HeaderParser(byte[] bytes, HeaderWarnings warnings) {
    int asciiEnd = Utf8.asciiEnd(bytes, 0, bytes.length);
    this.textEnd = Utf8.wellFormedEnd(bytes, asciiEnd);
    this.json = new JsonCursor(bytes, textEnd, asciiEnd == textEnd);
    this.warnings = warnings;
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
      entries.add(readTensor(name), from, json.position());
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

  private TensorInfo readTensor(String name) throws HeaderSyntaxException {
    presentFields = 0;
    switch (json.peek()) {
      case '{' -> readObject(name);
      case '[' -> readArray(name);
      default -> throw json.error("an object with \"dtype\", \"shape\" and \"data_offsets\"");
    }
    return new TensorInfo(name, dtype, shape, begin, end);
  }

  private void readObject(String name) throws HeaderSyntaxException {
    json.skip(1);
    if (json.peek() != '}') {
      do {
        readField(name);
      } while (json.skipIf(','));
    }
    if (json.peek() != '}') {
      throw json.error("',' or '}'");
    }
    if (presentFields != ALL) {
      String missing =
          (presentFields & DTYPE) == 0
              ? "dtype"
              : (presentFields & SHAPE) == 0 ? "shape" : "data_offsets";
      throw json.error(Sentence.of("the field \"{0}\"", missing));
    }
    json.skip(1);
  }

  private void readField(String name) throws HeaderSyntaxException {
    if (json.peek() != '"') {
      throw json.error("the name of a field, in quotes");
    }
    int from = json.position();
    int field = knownField();
    if (field != OTHER && (presentFields & field) != 0) {
      throw json.error(from, json.position(), "each field once");
    }
    json.expect(':', "':' after the name of a field");
    presentFields |= field;
    switch (field) {
      case DTYPE -> readDtype(name);
      case SHAPE -> readShape();
      case DATA_OFFSETS -> readOffsets();
      default -> json.skipValue(2);
    }
  }

  private int knownField() throws HeaderSyntaxException {
    if (json.skipQuotedIf(QUOTED_DTYPE)) {
      return DTYPE;
    }
    if (json.skipQuotedIf(QUOTED_SHAPE)) {
      return SHAPE;
    }
    if (json.startsWith(1, DATA_OFF) && json.startsWith(9, SETS_QUOTE)) {
      json.skip(14);
      return DATA_OFFSETS;
    }
    int from = json.position();
    String field = json.string("the name of a field");
    return switch (field) {
      case "dtype" -> DTYPE;
      case "shape" -> SHAPE;
      case "data_offsets" -> DATA_OFFSETS;
      default -> {
        warnings.unknownField(field, fileRange(from, json.position()));
        yield OTHER;
      }
    };
  }

  private void readArray(String name) throws HeaderSyntaxException {
    int from = json.position();
    json.skip(1);
    readDtype(name);
    json.expect(',', "',' and the shape");
    readShape();
    json.expect(',', "',' and the data offsets");
    readOffsets();
    json.expect(']', "']' after the data offsets");
    warnings.unusualEntry(
        name, "an array where an object is usual", fileRange(from, json.position()));
  }

  private void readDtype(String name) throws HeaderSyntaxException {
    int next = json.peek();
    int from = json.position();
    if (next == '{') {
      json.skip(1);
      dtype = knownDtype();
      json.expect(':', "':' after the dtype");
      json.peek();
      json.skipLiteral("null");
      json.expect('}', "'}' after the dtype");
      warnings.unusualEntry(name, "an object for its dtype", fileRange(from, json.position()));
    } else {
      dtype = knownDtype();
    }
  }

  private void readShape() throws HeaderSyntaxException {
    json.expect('[', "an array for the shape");
    int rank = 0;
    if (!json.skipIf(']')) {
      do {
        if (rank == dimensions.length) {
          dimensions = Arrays.copyOf(dimensions, rank * 2);
        }
        dimensions[rank++] = json.unsignedInteger("a whole number for a dimension");
      } while (json.skipIf(','));
      json.expect(']', "',' or ']' in the shape");
    }
    shape = cachedShape(rank);
  }

  private void readOffsets() throws HeaderSyntaxException {
    json.expect('[', "an array for the data offsets");
    begin = json.unsignedInteger("a whole number for the begin");
    json.expect(',', "',' and the end");
    end = json.unsignedInteger("a whole number for the end");
    json.expect(']', "']' after two data offsets");
  }

  private Shape cachedShape(int rank) {
    long hash = rank;
    for (int axis = 0; axis < rank; axis++) {
      hash = (hash ^ dimensions[axis]) * 0x9E37_79B9_7F4A_7C15L;
    }
    int slot = (int) (hash >>> Long.SIZE - 8) & shapes.length - 1;
    if (shapes[slot] == null || !shapes[slot].hasDimensions(dimensions, rank)) {
      shapes[slot] = Shape.ofFirst(dimensions, rank);
    }
    return shapes[slot];
  }

  /// Reads a dtype. Compares spellings of up to 7 characters as words, without creating a string.
  private Dtype knownDtype() throws HeaderSyntaxException {
    if (json.peek() != '"') {
      throw json.error("a dtype in quotes");
    }
    if (json.skipQuotedIf(QUOTED_DTYPES[lastDtype])) {
      return DTYPES[lastDtype];
    }
    for (int i = 0; i < DTYPES.length; i++) {
      if (json.skipQuotedIf(QUOTED_DTYPES[i])) {
        lastDtype = i;
        return DTYPES[i];
      }
    }
    int from = json.position();
    String spelling = json.string("a dtype");
    return Dtype.named(spelling)
        .orElseThrow(() -> json.error(from, json.position(), "a known dtype"));
  }
}
