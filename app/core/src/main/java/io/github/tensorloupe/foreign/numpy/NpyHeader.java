package io.github.tensorloupe.foreign.numpy;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.StridedElements.Source;
import io.github.tensorloupe.text.Sentence;

/// The header of a `.npy` file.
///
/// @param descr the type string, such as `<f4`, or the text of a list for the type of records
/// @param isFortran true if the first axis varies fastest
/// @param dataOffset the number of bytes before the data
record NpyHeader(String descr, boolean isFortran, Shape shape, long dataOffset) {

  private static final String MAGIC = "\u0093NUMPY";
  static final int MAGIC_BYTES = 6;

  private static final int MAX_HEADER_BYTES = 1 << 20;
  private static final int MAX_RANK = 64;

  /// The byte order, the kind and the width; dates also have a unit.
  private static final Pattern DESCR =
      Pattern.compile("([<>|=]?)([?a-zA-Z])([0-9]{0,9})(\\[[\\w/]*])?");

  private static final String OBJECTS = "[<>|=]?O[0-9]*";
  private static final Pattern OBJECTS_IN_RECORDS = Pattern.compile("['\"]" + OBJECTS + "['\"]");

  private static final String UNSUPPORTED_KINDS = "OSaUVMmT";

  /// The file is not a valid `.npy` file.
  static final class MalformedException extends SentenceException {

    private static final long serialVersionUID = 1L;

    MalformedException(String sentence, Object... words) {
      super(sentence, words);
    }
  }

  static boolean hasMagic(byte[] head) {
    byte[] magic = MAGIC.getBytes(StandardCharsets.ISO_8859_1);
    return Arrays.equals(head, 0, Math.min(head.length, magic.length), magic, 0, magic.length);
  }

  /// Reads a header.
  ///
  /// @param length the number of bytes of the source
  /// @throws MalformedException if the header is invalid
  static NpyHeader read(Source source, long length) throws IOException {
    ByteBuffer preface = ByteBuffer.allocate((int) Math.min(12, length));
    source.read(0, preface);
    preface.flip().order(ByteOrder.LITTLE_ENDIAN);
    if (!hasMagic(preface.array()) || preface.limit() < 10) {
      throw new MalformedException("A NumPy array must begin with \"\\x93NUMPY\" and a version.");
    }
    int major = preface.get(6);
    if (major < 1 || major > 3 || preface.get(7) != 0) {
      throw new MalformedException(
          "The version of the NumPy format is {0}.{1}: expected 1.0, 2.0 or 3.0.",
          major & 0xff, preface.get(7) & 0xff);
    }
    boolean isShort = major == 1;
    int begin = isShort ? 10 : 12;
    long byteCount =
        isShort
            ? Short.toUnsignedInt(preface.getShort(8))
            : preface.limit() < begin ? 0 : Integer.toUnsignedLong(preface.getInt(8));
    if (byteCount > Math.min(length - begin, MAX_HEADER_BYTES)) {
      throw new MalformedException(
          "The header of the NumPy array has {0} bytes: expected at most {1}.",
          byteCount, Math.clamp(length - begin, 0, MAX_HEADER_BYTES));
    }
    ByteBuffer text = ByteBuffer.allocate((int) byteCount);
    source.read(begin, text);
    Charset charset = major == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
    try {
      String literal = charset.newDecoder().decode(text.flip()).toString();
      return of(new NpyLiteral(literal), begin + byteCount);
    } catch (CharacterCodingException e) {
      throw new MalformedException("The header of the NumPy array is not UTF-8.");
    }
  }

  private static NpyHeader of(NpyLiteral literal, long dataOffset) throws MalformedException {
    literal.read();
    Shape shape = Shape.of(literal.shape());
    if (shape.rank() > MAX_RANK) {
      throw new MalformedException(
          "The NumPy array has {0} dimensions: expected at most {1}.", shape.rank(), MAX_RANK);
    }
    // The widest supported elements have 8 bytes; NumPy accepts no larger arrays of other types.
    OptionalLong bits = shape.bitCount(Dtype.U64);
    if (bits.isEmpty() || bits.getAsLong() < 0) {
      throw new MalformedException("The shape of the NumPy array is too large: {0}.", shape);
    }
    NpyHeader header = new NpyHeader(literal.descr(), literal.isFortran(), shape, dataOffset);
    header.requireType();
    return header;
  }

  private void requireType() throws MalformedException {
    if (!isRecords() && dtype().isEmpty() && !isUnsupported()) {
      throw NpyLiteral.unexpected("descr", descr);
    }
  }

  private boolean isUnsupported() {
    Matcher matcher = DESCR.matcher(descr);
    return matcher.matches()
        && (UNSUPPORTED_KINDS.contains(matcher.group(2))
            || Set.of("c16", "c24", "c32", "f12", "f16")
                .contains(matcher.group(2) + matcher.group(3)));
  }

  private boolean isRecords() {
    return descr.startsWith("[");
  }

  /// Returns true for Python objects and for records that contain them, whose data is a pickle.
  boolean isPickle() {
    return isRecords() ? OBJECTS_IN_RECORDS.matcher(descr).find() : descr.matches(OBJECTS);
  }

  /// Returns the dtype, or empty if safetensors has no such dtype.
  Optional<Dtype> dtype() {
    Matcher matcher = DESCR.matcher(descr);
    if (!matcher.matches() || matcher.group(4) != null) {
      return Optional.empty();
    }
    return Optional.ofNullable(
        switch (matcher.group(2) + matcher.group(3)) {
          case "f8" -> Dtype.F64;
          case "f4" -> Dtype.F32;
          case "f2" -> Dtype.F16;
          case "i8" -> Dtype.I64;
          case "i4" -> Dtype.I32;
          case "i2" -> Dtype.I16;
          case "i1" -> Dtype.I8;
          case "u8" -> Dtype.U64;
          case "u4" -> Dtype.U32;
          case "u2" -> Dtype.U16;
          case "u1" -> Dtype.U8;
          case "b1", "?" -> Dtype.BOOL;
          case "c8" -> Dtype.C64;
          default -> null;
        });
  }

  /// Returns the width of the numbers whose bytes must be reversed, or 1.
  int swappedBytes() {
    if (!descr.startsWith(">")) {
      return 1;
    }
    Dtype dtype = dtype().orElseThrow();
    return (dtype == Dtype.C64 ? Dtype.F32 : dtype).bits() / Byte.SIZE;
  }

  /// Returns true if the bytes are the row-major little-endian values.
  boolean isRowMajorLittleEndian() {
    long longAxes = Arrays.stream(shape.dimensions()).filter(dimension -> dimension > 1).count();
    return swappedBytes() == 1 && !(isFortran && longAxes > 1);
  }

  /// Returns a phrase with an article.
  Sentence description() {
    List<Object> parts = new ArrayList<>();
    if (isRecords()) {
      parts.add(Sentence.of("a NumPy .npy file of records"));
    } else {
      parts.add(Sentence.of("a NumPy .npy file of {0}", elements()));
      if (descr.startsWith(">")) {
        parts.add(Sentence.of("big-endian"));
      }
    }
    String dimensions =
        shape.toString().replace('[', '(').replace("]", shape.rank() == 1 ? ",)" : ")");
    parts.add(Sentence.of("shape {0}", dimensions));
    parts.add(isFortran ? Sentence.of("column-major order") : Sentence.of("row-major order"));
    return Sentence.joined(", ", parts);
  }

  private Object elements() {
    Matcher matcher = DESCR.matcher(descr);
    if (!matcher.matches()) {
      return descr;
    }
    int byteCount = matcher.group(3).isEmpty() ? 0 : Integer.parseInt(matcher.group(3));
    return switch (matcher.group(2).charAt(0)) {
      case 'f' -> "float" + 8 * byteCount;
      case 'i' -> "int" + 8 * byteCount;
      case 'u' -> "uint" + 8 * byteCount;
      case 'c' -> "complex" + 8 * byteCount;
      case 'b', '?' -> "bool";
      case 'U', 'S' -> Sentence.of("strings");
      case 'O' -> Sentence.of("Python objects, which are pickled");
      case 'V' -> Sentence.of("{0} raw {0#byte|bytes} each", byteCount);
      default -> Sentence.of("\"{0}\"", descr);
    };
  }
}
