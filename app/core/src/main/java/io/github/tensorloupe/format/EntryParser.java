package io.github.tensorloupe.format;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// Reads the value of a tensor entry: dtype, shape and data offsets.
final class EntryParser {

  // How many objects stand around a field: the header and the entry.
  private static final int DEPTH = 2;

  private static final int DTYPE = 1;
  private static final int SHAPE = 2;
  private static final int DATA_OFFSETS = 4;
  private static final int ALL = DTYPE | SHAPE | DATA_OFFSETS;
  private static final int OTHER = 0;

  private static final long SIX_BYTES = 0xffff_ffff_ffffL;
  private static final long FIVE_BYTES = 0xff_ffff_ffffL;
  private static final long QUOTED_DTYPE = asciiWord("dtype\"");
  private static final long QUOTED_SHAPE = asciiWord("shape\"");
  private static final long DATA_OFF = asciiWord("data_off");
  private static final long SETS_QUOTE = asciiWord("sets\"");

  private final JsonCursor json;
  private final HeaderNotes notes;
  private final ShapeCache shapes = new ShapeCache();
  private final DtypeSpellings dtypes = new DtypeSpellings();

  private long[] dimensions = new long[8];
  private String name;
  private int seen;
  private Dtype dtype;
  private Shape shape;
  private long begin;
  private long end;

  EntryParser(JsonCursor json, HeaderNotes notes) {
    this.json = json;
    this.notes = notes;
  }

  /// Reads the entry that comes next.
  ///
  /// @param tensorName the name it belongs to
  TensorInfo read(String tensorName) throws HeaderSyntaxException {
    name = tensorName;
    seen = 0;
    int next = json.peek();
    if (next == '{') {
      readObject();
    } else if (next == '[') {
      readArray();
    } else {
      throw json.error("an object with \"dtype\", \"shape\" and \"data_offsets\"");
    }
    return new TensorInfo(name, dtype, shape, begin, end);
  }

  private void readObject() throws HeaderSyntaxException {
    json.skip(1);
    if (json.peek() != '}') {
      do {
        readField();
      } while (json.take(','));
    }
    if (json.peek() != '}') {
      throw json.error("',' or '}'");
    }
    if (seen != ALL) {
      throw json.error(Sentence.of("the field \"{0}\"", firstMissing()));
    }
    json.skip(1);
  }

  private String firstMissing() {
    if ((seen & DTYPE) == 0) {
      return "dtype";
    }
    return (seen & SHAPE) == 0 ? "shape" : "data_offsets";
  }

  private void readField() throws HeaderSyntaxException {
    if (json.peek() != '"') {
      throw json.error("the name of a field, in quotes");
    }
    int from = json.at();
    int field = knownField();
    if (field != OTHER && (seen & field) != 0) {
      throw json.error(from, json.at(), "each field once");
    }
    json.expect(':', "':' after the name of a field");
    seen |= field;
    switch (field) {
      case DTYPE -> readDtype();
      case SHAPE -> readShape();
      case DATA_OFFSETS -> readOffsets();
      default -> json.passValue(DEPTH);
    }
  }

  /// Passes over the name of a field and says which it is.
  private int knownField() throws HeaderSyntaxException {
    if (json.startsWith(1, QUOTED_DTYPE, SIX_BYTES)) {
      json.skip(7);
      return DTYPE;
    }
    if (json.startsWith(1, QUOTED_SHAPE, SIX_BYTES)) {
      json.skip(7);
      return SHAPE;
    }
    if (json.startsWith(1, DATA_OFF, -1) && json.startsWith(9, SETS_QUOTE, FIVE_BYTES)) {
      json.skip(14);
      return DATA_OFFSETS;
    }
    return decodedField();
  }

  private int decodedField() throws HeaderSyntaxException {
    int from = json.at();
    String field = json.string("the name of a field");
    return switch (field) {
      case "dtype" -> DTYPE;
      case "shape" -> SHAPE;
      case "data_offsets" -> DATA_OFFSETS;
      default -> {
        notes.unknownField(field, HeaderParser.fileRange(from, json.at()));
        yield OTHER;
      }
    };
  }

  private void readArray() throws HeaderSyntaxException {
    int from = json.at();
    json.skip(1);
    readDtype();
    json.expect(',', "',' and the shape");
    readShape();
    json.expect(',', "',' and the data offsets");
    readOffsets();
    json.expect(']', "']' after the data offsets");
    notes.unusualEntry(
        name, "an array where an object is usual", HeaderParser.fileRange(from, json.at()));
  }

  private void readDtype() throws HeaderSyntaxException {
    int next = json.peek();
    int from = json.at();
    if (next == '{') {
      json.skip(1);
      dtype = dtypes.read(json);
      json.expect(':', "':' after the dtype");
      json.peek();
      json.passWord("null");
      json.expect('}', "'}' after the dtype");
      notes.unusualEntry(name, "an object for its dtype", HeaderParser.fileRange(from, json.at()));
    } else {
      dtype = dtypes.read(json);
    }
  }

  private void readShape() throws HeaderSyntaxException {
    json.expect('[', "an array for the shape");
    int rank = 0;
    if (!json.take(']')) {
      do {
        if (rank == dimensions.length) {
          dimensions = Arrays.copyOf(dimensions, rank * 2);
        }
        dimensions[rank++] = json.unsignedInteger("a whole number for a dimension");
      } while (json.take(','));
      json.expect(']', "',' or ']' in the shape");
    }
    shape = shapes.shape(dimensions, rank);
  }

  private void readOffsets() throws HeaderSyntaxException {
    json.expect('[', "an array for the data offsets");
    begin = json.unsignedInteger("a whole number for the begin");
    json.expect(',', "',' and the end");
    end = json.unsignedInteger("a whole number for the end");
    json.expect(']', "']' after two data offsets");
  }

  /// Up to 8 ASCII characters as the bytes of a word, the first lowest.
  static long asciiWord(String text) {
    long word = 0;
    for (int i = text.length() - 1; i >= 0; i--) {
      word = word << 8 | text.charAt(i);
    }
    return word;
  }

  /// Recent shapes: the tensors of a model have few different ones, and to keep each of them once
  /// saves memory and the time to move it.
  private static final class ShapeCache {

    private static final int SLOTS = 256;

    private final Shape[] shapes = new Shape[SLOTS];

    /// The shape with the first `rank` of these dimensions, which are copied if need be.
    Shape shape(long[] dimensions, int rank) {
      long hash = rank;
      for (int axis = 0; axis < rank; axis++) {
        hash = (hash ^ dimensions[axis]) * 0x9E37_79B9_7F4A_7C15L;
      }
      int slot = (int) (hash >>> Long.SIZE - 8) & SLOTS - 1;
      Shape cached = shapes[slot];
      if (cached == null || !cached.hasDimensions(dimensions, rank)) {
        cached = Shape.ofFirst(dimensions, rank);
        shapes[slot] = cached;
      }
      return cached;
    }
  }

  /// Reads dtypes, without a string for each: those of up to seven letters are compared as numbers.
  private static final class DtypeSpellings {

    private static final Dtype[] DTYPES = Dtype.values();

    /// Each spelling with its closing quote, 0 for those too long for it.
    private static final long[] QUOTED = quoted();

    private int last;

    private static long[] quoted() {
      long[] quoted = new long[DTYPES.length];
      for (int i = 0; i < quoted.length; i++) {
        String spelling = DTYPES[i].name();
        quoted[i] = spelling.length() < 8 ? EntryParser.asciiWord(spelling + '"') : 0;
      }
      return quoted;
    }

    /// Reads the string that comes next.
    Dtype read(JsonCursor json) throws HeaderSyntaxException {
      if (json.peek() != '"') {
        throw json.error("a dtype in quotes");
      }
      if (isNext(json, last)) {
        return DTYPES[last];
      }
      for (int i = 0; i < DTYPES.length; i++) {
        if (isNext(json, i)) {
          last = i;
          return DTYPES[i];
        }
      }
      int from = json.at();
      String spelling = json.string("a dtype");
      Optional<Dtype> dtype = Dtype.named(spelling);
      return dtype.orElseThrow(() -> json.error(from, json.at(), "a known dtype"));
    }

    /// True if the dtype with this index is next; if so it is passed over.
    private static boolean isNext(JsonCursor json, int index) {
      long quoted = QUOTED[index];
      int length = Long.SIZE - Long.numberOfLeadingZeros(quoted) + 7 >>> 3;
      if (length == 0 || !json.startsWith(1, quoted, -1L >>> Long.SIZE - 8 * length)) {
        return false;
      }
      json.skip(1 + length);
      return true;
    }
  }
}
