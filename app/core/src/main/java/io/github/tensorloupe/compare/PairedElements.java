package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.analysis.slice.SliceBlock;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;

/// The corresponding elements of two tensors of equal shape, up to the shorter of truncated
/// tensors. Immutable and thread-safe. Valid while both files are open.
public record PairedElements(TensorData a, TensorData b) {

  public static final long EVERY_BIT = -1;

  public PairedElements {
    if (!a.info().shape().equals(b.info().shape())) {
      throw new IllegalArgumentException(a.info().shape() + " and " + b.info().shape());
    }
  }

  /// Returns the elements of a pair, or empty if a tensor is missing or has no bytes, or if the
  /// shapes differ.
  public static Optional<PairedElements> of(TensorPair pair) {
    Optional<TensorData> a = pair.a().flatMap(TensorRef::data);
    Optional<TensorData> b = pair.b().flatMap(TensorRef::data);
    return a.isPresent() && b.isPresent() && a.get().info().shape().equals(b.get().info().shape())
        ? Optional.of(new PairedElements(a.get(), b.get()))
        : Optional.empty();
  }

  /// Returns the number of elements that exist on both sides.
  public long count() {
    return Math.min(a.elementCount(), b.elementCount());
  }

  /// @throws io.github.tensorloupe.model.FileChangedException if one of the files changed since it
  ///   was opened
  public void requireUnchanged() throws IOException {
    a.file().requireUnchanged();
    b.file().requireUnchanged();
  }

  /// Returns true if a cell differs: in bits for equal dtypes, otherwise in value.
  public static boolean isChanged(SliceBlock one, SliceBlock other, long row, long column) {
    PartPair parts = new PartPair(one.type(), other.type());
    boolean isChanged = false;
    for (int part = 0; part < parts.count(); part++) {
      long code = one.code(row, column, Math.min(part, one.type().partsPerElement() - 1));
      long otherCode = other.code(row, column, Math.min(part, other.type().partsPerElement() - 1));
      isChanged |= parts.isChanged(part, code, otherCode);
    }
    return isChanged;
  }

  PartPair parts() {
    return PartPair.of(a.info().dtype(), b.info().dtype());
  }

  /// Elements read from both tensors. Not thread-safe.
  ///
  /// @param shift the number of elements in the byte ranges before the first element
  record Block(PartPair parts, MemorySegment bytesA, MemorySegment bytesB, int shift, int count) {

    boolean isSame() {
      return parts.isOneDtype() && bytesA.mismatch(bytesB) < 0;
    }

    /// Returns true if an element differs: in any of the given bits of any part for equal dtypes,
    /// otherwise in value.
    boolean isChanged(int element, long bits) {
      boolean isChanged = false;
      for (int part = 0; part < parts.count(); part++) {
        long a = codeA(element, part);
        long b = codeB(element, part);
        isChanged |= parts.isOneDtype() ? ((a ^ b) & bits) != 0 : parts.isValueChanged(part, a, b);
      }
      return isChanged;
    }

    double difference(int element, int part) {
      return parts.difference(part, codeA(element, part), codeB(element, part));
    }

    private long codeA(int element, int part) {
      return code(parts.a(), bytesA, element, part);
    }

    private long codeB(int element, int part) {
      return code(parts.b(), bytesB, element, part);
    }

    /// Returns the code of a part. For the imaginary part of a real number, returns the code of the
    /// number, which callers ignore.
    private long code(ElementType type, MemorySegment bytes, int element, int part) {
      int partCount = type.partsPerElement();
      return type.code(bytes, (long) (shift + element) * partCount + Math.min(part, partCount - 1));
    }
  }

  /// Reads elements of both sides, all below [#count()].
  Block read(long first, int count) throws IOException {
    int shift = (int) (first % Byte.SIZE);
    return new Block(
        parts(),
        bytes(a, first - shift, shift + count),
        bytes(b, first - shift, shift + count),
        shift,
        count);
  }

  /// @param first the index of the first element: a multiple of 8, which is at a byte border for
  ///   all dtypes
  private static MemorySegment bytes(TensorData data, long first, int count) throws IOException {
    int bits = data.info().dtype().bits();
    int byteCount = Math.toIntExact(Math.ceilDiv((long) count * bits, (long) Byte.SIZE));
    long begin = data.range().begin() + first / Byte.SIZE * bits;
    return MemorySegment.ofArray(data.file().read(begin, byteCount));
  }

  /// Returns the different elements of a range, as indexes from `first`. Compares bits if the
  /// dtypes are equal, otherwise values. Elements from [#count()] on count as equal.
  public BitSet changed(long first, int count) throws IOException {
    return changed(first, count, EVERY_BIT);
  }

  public BitSet changed(long first, int count, long bits) throws IOException {
    int available = Math.clamp(count() - first, 0, count);
    BitSet changed = new BitSet(available);
    Block block = read(available == 0 ? 0 : first, available);
    if (!block.isSame()) {
      IntStream.range(0, available).filter(i -> block.isChanged(i, bits)).forEach(changed::set);
    }
    return changed;
  }
}
