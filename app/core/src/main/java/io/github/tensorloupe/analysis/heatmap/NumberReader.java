package io.github.tensorloupe.analysis.heatmap;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.model.FileWindow;
import io.github.tensorloupe.model.TensorData;

/// Reads elements of any dtype as doubles; complex elements as their magnitude. Not thread-safe.
final class NumberReader {

  static final int MAX_ELEMENTS = 4096;

  /// The maximum number of bytes that one read covers.
  private static final long SPAN_BYTES = 1 << 20;

  private final SliceLines lines;
  private final TensorData data;
  private final ElementType type;
  private final int parts;
  private final double[] partTile;

  /// The indexes, within the tensor, of the elements to read; empty if they are consecutive.
  private final long[] elements;

  NumberReader(SliceLines lines) {
    this.lines = lines;
    data = lines.data;
    type = lines.type;
    parts = type.partsPerElement();
    partTile = new double[parts == 1 ? 0 : MAX_ELEMENTS * parts];
    elements = new long[lines.step == 1 ? 0 : MAX_ELEMENTS];
  }

  /// Reads up to [#MAX_ELEMENTS] consecutive positions of a line. Returns the number of leading
  /// elements that are in the file.
  int read(FileWindow window, long line, long position, int count, double[] target)
      throws IOException {
    int present = lines.presentIn(line, position, count);
    if (present == 0) {
      return 0;
    }
    if (lines.step == 1) {
      readNeighbors(window, lines.element(line, position), present, target);
    } else {
      readScattered(window, line, position, present, target);
    }
    return present;
  }

  private void readScattered(
      FileWindow window, long line, long position, int count, double[] target) throws IOException {
    long start = lines.element(line, position);
    boolean isEven = lines.step != SliceLines.UNEVEN;
    for (int i = 0; i < count; i++) {
      elements[i] = isEven ? start + i * lines.step : lines.element(line, position + i);
    }
    long span = SPAN_BYTES * 8 / type.dtype().bits();
    for (int begin = 0; begin < count; ) {
      long first = elements[begin];
      int end = begin + 1;
      while (end < count && elements[end] - first < span) {
        end++;
      }
      MemorySegment bytes = bytes(window, first, elements[end - 1]);
      long before = first * parts % 8;
      for (int i = begin; i < end; i++) {
        target[i] = number(bytes, before + (elements[i] - first) * parts);
      }
      begin = end;
    }
  }

  private void readNeighbors(FileWindow window, long first, int count, double[] target)
      throws IOException {
    int before = (int) (first * parts % 8);
    MemorySegment bytes = bytes(window, first, first + count - 1);
    if (parts > 1) {
      type.doubles(bytes, before, partTile, count * parts);
      for (int i = 0; i < count; i++) {
        target[i] = ElementType.magnitude(partTile[2 * i], partTile[2 * i + 1]);
      }
      return;
    }
    type.doubles(bytes, before, target, count);
  }

  private double number(MemorySegment bytes, long part) {
    double first = type.toDouble(type.code(bytes, part));
    return parts == 1
        ? first
        : ElementType.magnitude(first, type.toDouble(type.code(bytes, part + 1)));
  }

  // Starts at a multiple of eight parts, because eight parts of any dtype fill whole bytes.
  private MemorySegment bytes(FileWindow window, long first, long last) throws IOException {
    long firstPart = first * parts;
    long begin = data.bytesOfPart(firstPart - firstPart % 8).begin();
    long end = data.bytesOfPart(last * parts + parts - 1).end();
    return window.bytes(begin, end - begin);
  }
}
