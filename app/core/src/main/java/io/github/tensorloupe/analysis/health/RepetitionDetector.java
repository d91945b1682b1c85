package io.github.tensorloupe.analysis.health;

import module java.base;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorData;

/// Detects whether all elements or all rows of a tensor are bitwise equal. Comparisons stop at the
/// first difference, which almost every tensor has in its first bytes. Not thread-safe.
final class RepetitionDetector {

  private static final int NOT_DIFFERENT = -1;

  private final TensorData tensor;
  private final ElementType type;

  /// The number of elements per index of the first axis, or 0 if rows cannot be compared.
  private final long rowElements;

  private boolean areElementsEqual;
  private boolean areRowsEqual;
  private OptionalLong firstElement = OptionalLong.empty();

  RepetitionDetector(TensorData tensor) {
    this.tensor = tensor;
    type = ElementType.of(tensor.info().dtype());
    long elementCount = tensor.elementCount();
    areElementsEqual = tensor.isComplete() && elementCount > 1;
    Shape shape = tensor.info().shape();
    areRowsEqual =
        tensor.isComplete()
            && shape.elementCount().equals(OptionalLong.of(elementCount))
            && elementCount > 0
            && shape.rank() > 1
            && shape.dimension(0) > 1;
    rowElements = areRowsEqual ? elementCount / shape.dimension(0) : 0;
  }

  void add(Chunk chunk) throws IOException {
    if (chunk.partCount() > 0) {
      areElementsEqual = areElementsEqual && hasEqualElements(chunk);
      areRowsEqual = areRowsEqual && equalsRowBefore(chunk);
    }
  }

  private boolean hasEqualElements(Chunk chunk) {
    long first = element(chunk.bytes(), 0);
    if (firstElement.isPresent() && firstElement.getAsLong() != first) {
      return false;
    }
    firstElement = OptionalLong.of(first);
    int elements = chunk.partCount() / type.partsPerElement();
    // Eight elements of any dtype fill whole bytes, so the pattern of whole bytes has this period.
    long period = tensor.info().dtype().bits();
    long end = elements / 8 * period;
    MemorySegment bytes = chunk.bytes();
    return areEqualTo(first, bytes, 1, Math.min(8, elements))
        && areEqualTo(first, bytes, elements / 8 * 8, elements)
        && (end <= period
            || MemorySegment.mismatch(bytes, 0, end - period, bytes, period, end) == NOT_DIFFERENT);
  }

  private boolean areEqualTo(long code, MemorySegment bytes, int begin, int end) {
    for (int i = begin; i < end; i++) {
      if (element(bytes, i) != code) {
        return false;
      }
    }
    return true;
  }

  private long element(MemorySegment bytes, int index) {
    int parts = type.partsPerElement();
    long code = type.code(bytes, (long) index * parts);
    return parts == 1 ? code : code << Integer.SIZE | type.code(bytes, (long) index * parts + 1);
  }

  private boolean equalsRowBefore(Chunk chunk) throws IOException {
    int bits = tensor.info().dtype().bits();
    long firstElement = chunk.firstPartIndex() / type.partsPerElement();
    long begin = Math.max(0, rowElements - firstElement);
    long count = chunk.partCount() / type.partsPerElement() - begin;
    if (count <= 0) {
      return true;
    }
    // A row may begin inside a byte. Eight elements of any dtype fill whole bytes, so the row is
    // read from the preceding multiple of eight elements.
    long firstBefore = firstElement + begin - rowElements;
    long group = firstBefore / 8;
    long shift = firstBefore % 8;
    long byteCount = Math.ceilDiv((shift + count) * bits, 8L);
    return tensor
        .file()
        .examine(
            window -> {
              MemorySegment previous =
                  window.bytes(tensor.range().begin() + group * bits, byteCount);
              if (bits >= Byte.SIZE) {
                MemorySegment current = chunk.bytes().asSlice(begin * bits / 8, count * bits / 8);
                return previous.asSlice(shift * bits / 8).mismatch(current) == NOT_DIFFERENT;
              }
              for (long i = 0; i < count; i++) {
                if (type.code(previous, shift + i) != type.code(chunk.bytes(), begin + i)) {
                  return false;
                }
              }
              return true;
            });
  }

  void merge(RepetitionDetector other) {
    boolean isSameElement =
        firstElement.isEmpty()
            || other.firstElement.isEmpty()
            || firstElement.equals(other.firstElement);
    areElementsEqual = areElementsEqual && other.areElementsEqual && isSameElement;
    areRowsEqual = areRowsEqual && other.areRowsEqual;
    firstElement = firstElement.isPresent() ? firstElement : other.firstElement;
  }

  boolean areAllEqualTo(double number) {
    return areElementsEqual
        && type.partsPerElement() == 1
        && firstElement.isPresent()
        && type.toDouble(firstElement.getAsLong()) == number;
  }

  Repetition repetition() {
    if (!tensor.isComplete()) {
      return Repetition.PARTIAL;
    } else if (areElementsEqual) {
      return Repetition.CONSTANT;
    }
    return areRowsEqual ? Repetition.EQUAL_ROWS : Repetition.VARIED;
  }
}
