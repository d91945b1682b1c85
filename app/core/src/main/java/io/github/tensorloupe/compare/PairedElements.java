package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.analysis.slice.SliceBlock;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;

/// The elements of two tensors of one shape, as far as the bytes of both are there. Immutable and
/// thread-safe; valid while both files are open.
public record PairedElements(TensorData a, TensorData b) {

  public static final long EVERY_BIT = -1;

  public PairedElements {
    if (!a.info().shape().equals(b.info().shape())) {
      throw new IllegalArgumentException(a.info().shape() + " and " + b.info().shape());
    }
  }

  /// The elements of a pair; empty where a side is missing, has no bytes in its file or another
  /// shape.
  public static Optional<PairedElements> of(TensorPair pair) {
    Optional<TensorData> a = pair.a().flatMap(TensorRef::data);
    Optional<TensorData> b = pair.b().flatMap(TensorRef::data);
    return a.isPresent() && b.isPresent() && a.get().info().shape().equals(b.get().info().shape())
        ? Optional.of(new PairedElements(a.get(), b.get()))
        : Optional.empty();
  }

  /// The number of elements that are there on both sides.
  public long count() {
    return Math.min(a.elementCount(), b.elementCount());
  }

  /// Makes sure that all that was read is of one state of both files.
  ///
  /// @throws io.github.tensorloupe.model.FileChangedException if one of them changed
  public void requireUnchanged() throws IOException {
    a.file().requireUnchanged();
    b.file().requireUnchanged();
  }

  /// True if the bits or, of two dtypes, the values of a cell of two blocks of one slice differ.
  public static boolean isChanged(SliceBlock one, SliceBlock other, long row, long column) {
    PartPair parts = new PartPair(one.type(), other.type());
    boolean changed = false;
    for (int part = 0; part < parts.count(); part++) {
      long code = one.code(row, column, Math.min(part, one.type().partsPerElement() - 1));
      long otherCode = other.code(row, column, Math.min(part, other.type().partsPerElement() - 1));
      changed |= parts.isChanged(part, code, otherCode);
    }
    return changed;
  }

  PartPair parts() {
    return PartPair.of(a.info().dtype(), b.info().dtype());
  }

  /// Elements that have been read from both sides. For one thread.
  ///
  /// @param shift elements that stand before the first one among the bytes
  record Block(PartPair parts, MemorySegment bytesA, MemorySegment bytesB, int shift, int count) {

    boolean isSame() {
      return parts.isOneDtype() && bytesA.mismatch(bytesB) < 0;
    }

    /// True if the value of an element differs or, of one dtype, one of some bits of any part.
    boolean isChanged(int element, long bits) {
      boolean changed = false;
      for (int part = 0; part < parts.count(); part++) {
        long a = codeA(element, part);
        long b = codeB(element, part);
        changed |= parts.isOneDtype() ? ((a ^ b) & bits) != 0 : parts.isValueChanged(part, a, b);
      }
      return changed;
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

    /// A real number has no imaginary part, and its code is not asked for: the real one stands in.
    private long code(ElementType type, MemorySegment bytes, int element, int part) {
      int own = type.partsPerElement();
      return type.code(bytes, (long) (shift + element) * own + Math.min(part, own - 1));
    }
  }

  /// Reads elements of both sides.
  ///
  /// @param first index of the first one; all of them lie below [#count()]
  /// @throws IOException as [io.github.tensorloupe.model.ByteSource#read(long, ByteBuffer)] does
  Block read(long first, int count) throws IOException {
    int shift = (int) (first % Byte.SIZE);
    return new Block(
        parts(),
        bytes(a, first - shift, shift + count),
        bytes(b, first - shift, shift + count),
        shift,
        count);
  }

  /// Eight elements fill whole bytes, whatever their width.
  ///
  /// @param first a multiple of 8
  private static MemorySegment bytes(TensorData data, long first, int count) throws IOException {
    int bits = data.info().dtype().bits();
    int byteCount = Math.toIntExact(Math.ceilDiv((long) count * bits, (long) Byte.SIZE));
    long begin = data.range().begin() + first / Byte.SIZE * bits;
    return MemorySegment.ofArray(data.file().read(begin, byteCount));
  }

  /// The elements of a range that differ in value or, of one dtype, in bits.
  ///
  /// @param first index of the first one; elements from [#count()] on never differ
  /// @return a bit for each element, bit 0 for the first
  public BitSet changed(long first, int count) throws IOException {
    return changed(first, count, EVERY_BIT);
  }

  public BitSet changed(long first, int count, long bits) throws IOException {
    int there = Math.clamp(count() - first, 0, count);
    BitSet changed = new BitSet(there);
    Block block = read(there == 0 ? 0 : first, there);
    if (!block.isSame()) {
      IntStream.range(0, there).filter(i -> block.isChanged(i, bits)).forEach(changed::set);
    }
    return changed;
  }

  /// The bytes of a part of one side that differ: of one dtype those that are not equal, else all
  /// of elements that differ in value.
  ///
  /// @param side [#a()] or [#b()]
  /// @param bytes as file offsets of that side
  /// @return a bit for each byte, bit 0 for the first
  public BitSet changedBytes(TensorData side, ByteRange bytes) throws IOException {
    long from = Math.max(bytes.begin(), side.range().begin()) - side.range().begin();
    long to = Math.min(bytes.end(), side.range().end()) - side.range().begin();
    BitSet changed = new BitSet();
    if (from >= to) {
      return changed;
    }
    int before = (int) (from + side.range().begin() - bytes.begin());
    if (parts().isOneDtype()) {
      int count =
          (int) (Math.min(to, Math.min(a.range().byteCount(), b.range().byteCount())) - from);
      byte[] inA = a.file().read(a.range().begin() + from, Math.max(0, count));
      byte[] inB = b.file().read(b.range().begin() + from, Math.max(0, count));
      IntStream.range(0, count).filter(i -> inA[i] != inB[i]).forEach(i -> changed.set(before + i));
      return changed;
    }
    int bits = side.info().dtype().bits();
    long first = from * Byte.SIZE / bits;
    int count = (int) (Math.ceilDiv(to * Byte.SIZE, bits) - first);
    changed(first, count).stream()
        .forEach(
            i -> {
              long begin = (first + i) * bits / Byte.SIZE - from;
              long end = Math.ceilDiv((first + i + 1) * bits, (long) Byte.SIZE) - from;
              changed.set(
                  before + (int) Math.max(0, begin), before + (int) Math.min(to - from, end));
            });
    return changed;
  }
}
