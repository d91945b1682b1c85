package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Writes a tensor as comma-separated values, with a line feed after each line.
///
/// Scalars, vectors and matrices have the layout of `numpy.savetxt`, without column names: one line
/// for a scalar, one number per line for a vector, one row per line for a matrix. A tensor of rank
/// 3 or more has one line for each row along its last axis, which begins with the indexes along the
/// other axes. Its first line contains the column names `axis0`, `axis1`, …, `0`, `1`, …. A complex
/// number occupies two columns: the real and the imaginary part. The file of an empty tensor is
/// empty.
///
/// Floating-point numbers have the shortest text that yields the same number when parsed as F32
/// (dtypes of up to 32 bits) or F64 (64-bit dtypes). Integers are exact. Non-finite numbers are
/// `NaN`, `inf` and `-inf`.
final class CsvExport {

  private static final int BUFFER_BYTES = 1 << 16;

  /// The maximum length in bytes of a number or column name with its separator.
  private static final int FIELD_BYTES = 32;

  /// The maximum number of dimensions, as in NumPy. Each line has an index for each axis, so a file
  /// with many axes could become much larger than its tensor.
  private static final int MAX_RANK = 64;

  /// The maximum width in bits of codes whose texts are cached.
  private static final int KNOWN_BITS = 16;

  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
  private final TensorData data;
  private final Shape shape;
  private final ElementType type;
  private final byte[][] known;
  private final Draft draft;
  private final long columnCount;
  private final long[] outer;
  private long column;

  /// @throws SentenceException if the tensor has more than 64 dimensions
  CsvExport(TensorData data, Draft draft) throws SentenceException {
    this.data = data;
    this.draft = draft;
    shape = data.info().shape();
    if (shape.rank() > MAX_RANK) {
      throw new SentenceException(
          "{0} has {1} dimensions; it can be exported as CSV with at most {2}.",
          DisplayText.of(data.info().name()), shape.rank(), MAX_RANK);
    }
    type = ElementType.of(data.info().dtype());
    known = new byte[type.partBits() <= KNOWN_BITS ? 1 << type.partBits() : 0][];
    int rank = shape.rank();
    columnCount = (rank < 2 ? 1 : shape.dimension(rank - 1)) * type.partsPerElement();
    outer = new long[Math.max(0, rank - 1)];
  }

  ExportResult write(Cancellation cancellation, Progress progress) throws IOException {
    if (shape.elementCount().orElseThrow() != 0) {
      if (hasIndexes()) {
        writeHead(cancellation);
      }
      ElementCodes.read(data, this::writeParts, cancellation, progress);
      flush();
    }
    return draft.exported("text", List.of());
  }

  private boolean hasIndexes() {
    return shape.rank() > 2;
  }

  private void writeHead(Cancellation cancellation) throws IOException {
    for (int axis = 0; axis < outer.length; axis++) {
      put(ascii("axis" + axis), ',');
    }
    int parts = type.partsPerElement();
    for (long i = 0; i < columnCount; i++) {
      if (i % BUFFER_BYTES == 0) {
        cancellation.check();
      }
      String part = parts == 1 ? "" : i % parts == 0 ? ".re" : ".im";
      put(ascii(i / parts + part), i + 1 < columnCount ? ',' : '\n');
    }
  }

  private void writeParts(long[] codes, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      if (column == 0 && hasIndexes()) {
        writeIndexes();
      }
      boolean isLast = ++column == columnCount;
      put(text(codes[i]), isLast ? '\n' : ',');
      if (isLast) {
        column = 0;
      }
    }
  }

  private void writeIndexes() throws IOException {
    for (long index : outer) {
      put(ascii(Long.toString(index)), ',');
    }
    for (int axis = outer.length - 1; axis >= 0; axis--) {
      outer[axis]++;
      if (outer[axis] < shape.dimension(axis)) {
        return;
      }
      outer[axis] = 0;
    }
  }

  private void put(byte[] field, char separator) throws IOException {
    if (buffer.remaining() < FIELD_BYTES) {
      flush();
    }
    buffer.put(field).put((byte) separator);
  }

  private void flush() throws IOException {
    draft.write(buffer.flip());
    buffer.clear();
  }

  /// Returns the text of a code, readable by NumPy and pandas. The array must not be modified.
  private byte[] text(long code) {
    if (known.length == 0) {
      return ascii(format(code));
    }
    byte[] text = known[(int) code];
    return text != null ? text : (known[(int) code] = ascii(format(code)));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private String format(long code) {
    if (type.isInteger()) {
      return type.text(code);
    }
    double value = type.toDouble(code);
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    return type.partBits() == 64 ? Double.toString(value) : Float.toString((float) value);
  }
}
