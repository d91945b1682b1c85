package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Writes a tensor as comma-separated text with a line feed after each line.
///
/// As in `numpy.savetxt`, a scalar is one line, a vector has one number per line, and a matrix has
/// one row per line, without column names. A tensor with more axes has one line for each row along
/// the last axis. The line begins with the indexes along the other axes, and the first line of the
/// file contains the column names: `axis0`, `axis1`, …, `0`, `1`, …. Complex numbers take two
/// columns each, for the real and the imaginary part. An empty tensor is an empty file.
///
/// Floats of up to 32 bits are the shortest text that yields the same number when read as F32, and
/// 64-bit floats when read as F64. Integers are exact. Non-finite numbers are `NaN`, `inf` or
/// `-inf`.
final class CsvExport {

  private static final int BUFFER_BYTES = 1 << 16;

  /// The maximum length of a number or a column name, with the separator.
  private static final int FIELD_BYTES = 32;

  /// Texts of codes with at most this number of bits are cached.
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

  CsvExport(TensorData data, Draft draft) {
    this.data = data;
    this.draft = draft;
    shape = data.info().shape();
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

  /// Returns the text of one part in a form that NumPy and pandas can read. Must not be modified.
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
