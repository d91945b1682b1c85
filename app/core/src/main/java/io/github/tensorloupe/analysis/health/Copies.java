package io.github.tensorloupe.analysis.health;

import module java.base;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.analysis.chunk.TensorParts;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorData;

/// Detects elements or rows of a tensor that are copies of each other, as far as it has been looked
/// at. Not thread-safe.
///
/// Bytes that equal those one element (or one row) further on, all the way, are copies. Almost
/// every tensor is found to vary at its first bytes, and then nothing more is compared.
final class Copies {

  private static final int NOT_DIFFERENT = -1;

  private final TensorData tensor;
  private final ElementType type;
  private final long elementCount;
  private final long rowElements;
  private boolean equalElements;
  private boolean equalRows;
  private OptionalLong firstElement = OptionalLong.empty();

  Copies(TensorData tensor) {
    this.tensor = tensor;
    this.type = ElementType.of(tensor.info().dtype());
    this.elementCount = TensorParts.elementCount(tensor);
    this.rowElements = rowElements();
    this.equalElements = elementCount > 1;
    this.equalRows = rowElements > 0;
  }

  /// The elements of a row along the first axis; 0 where there are no rows to compare.
  private long rowElements() {
    Shape shape = tensor.info().shape();
    OptionalLong inShape = shape.elementCount();
    if (shape.rank() < 2 || elementCount == 0 || inShape.isEmpty()) {
      return 0;
    }
    boolean isWhole = inShape.getAsLong() == elementCount && tensor.isComplete();
    return isWhole && shape.dimension(0) > 1 ? elementCount / shape.dimension(0) : 0;
  }

  void add(Chunk chunk) throws IOException {
    if (chunk.partCount() == 0) {
      return;
    }
    if (equalElements) {
      equalElements = isOneElement(chunk);
    }
    if (equalRows) {
      equalRows = equalsRowBefore(chunk);
    }
  }

  private boolean isOneElement(Chunk chunk) {
    int parts = type.partsPerElement();
    long first = element(chunk.bytes(), 0);
    if (firstElement.isPresent() && firstElement.getAsLong() != first) {
      return false;
    }
    firstElement = OptionalLong.of(first);
    int elements = chunk.partCount() / parts;
    // Eight elements of any width fill whole bytes.
    boolean areEqual =
        IntStream.concat(
                IntStream.range(1, Math.min(8, elements)),
                IntStream.range(elements / 8 * 8, elements))
            .allMatch(i -> element(chunk.bytes(), i) == first);
    long period = tensor.info().dtype().bits();
    return areEqual && areCopies(chunk.bytes(), elements / 8 * period, period);
  }

  /// The bits of an element, both parts of a complex one.
  private long element(MemorySegment bytes, int index) {
    int parts = type.partsPerElement();
    long code = type.code(bytes, (long) index * parts);
    return parts == 1 ? code : code << Integer.SIZE | type.code(bytes, (long) index * parts + 1);
  }

  private static boolean areCopies(MemorySegment bytes, long byteCount, long period) {
    return byteCount <= period
        || MemorySegment.mismatch(bytes, 0, byteCount - period, bytes, period, byteCount)
            == NOT_DIFFERENT;
  }

  private boolean equalsRowBefore(Chunk chunk) throws IOException {
    int bits = tensor.info().dtype().bits();
    long firstElement = chunk.firstPartIndex() / type.partsPerElement();
    long begin = Math.max(firstElement, rowElements);
    long end = firstElement + chunk.partCount() / type.partsPerElement();
    if (begin >= end) {
      return true;
    }
    return bits < Byte.SIZE
        ? equalsRowBefore(chunk, begin - firstElement, end - begin)
        : equalsRowBefore(chunk, begin - firstElement, end - begin, bits / Byte.SIZE);
  }

  /// Compares whole bytes.
  ///
  /// @param begin the index in the chunk of the first element to compare
  private boolean equalsRowBefore(Chunk chunk, long begin, long count, int bytesPerElement)
      throws IOException {
    long byteCount = count * bytesPerElement;
    MemorySegment here = chunk.bytes().asSlice(begin * bytesPerElement, byteCount);
    long before =
        tensor.range().begin() + chunk.byteOffset() + (begin - rowElements) * bytesPerElement;
    return tensor
        .file()
        .examine(window -> window.bytes(before, byteCount).mismatch(here) == NOT_DIFFERENT);
  }

  /// Compares element by element, because rows of less than a byte each need not begin at one.
  private boolean equalsRowBefore(Chunk chunk, long begin, long count) throws IOException {
    int bits = tensor.info().dtype().bits();
    long firstBefore = chunk.firstPartIndex() + begin - rowElements;
    // Eight elements fill whole bytes.
    long group = firstBefore / Byte.SIZE;
    long shift = firstBefore - group * Byte.SIZE;
    long byteCount = Math.ceilDiv((shift + count) * bits, (long) Byte.SIZE);
    return tensor
        .file()
        .examine(
            window -> {
              MemorySegment before = window.bytes(tensor.range().begin() + group * bits, byteCount);
              for (long i = 0; i < count; i++) {
                if (type.code(before, shift + i) != type.code(chunk.bytes(), begin + i)) {
                  return false;
                }
              }
              return true;
            });
  }

  void merge(Copies other) {
    boolean sameElement =
        firstElement.isEmpty()
            || other.firstElement.isEmpty()
            || firstElement.getAsLong() == other.firstElement.getAsLong();
    equalElements = equalElements && other.equalElements && sameElement;
    equalRows = equalRows && other.equalRows;
    if (firstElement.isEmpty()) {
      firstElement = other.firstElement;
    }
  }

  /// True if all elements are known to be equal, and this number.
  boolean areAll(double number) {
    return equalElements
        && type.partsPerElement() == 1
        && firstElement.isPresent()
        && type.toDouble(firstElement.getAsLong()) == number;
  }

  Sameness sameness() {
    if (equalElements) {
      return Sameness.CONSTANT;
    }
    return equalRows ? Sameness.EQUAL_ROWS : Sameness.VARIED;
  }
}
