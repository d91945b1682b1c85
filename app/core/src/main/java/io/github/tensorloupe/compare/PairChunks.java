package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.analysis.chunk.Chunked;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.TensorData;

/// The corresponding parts of two tensors of equal shape, read in chunks. If only one tensor is
/// complex, the other one is treated as complex with imaginary parts of 0.
///
/// @param chunkBytes the approximate number of bytes of the wider side per chunk
/// @param progressOf converts the number of bytes read on both sides to progress
record PairChunks(TensorData a, TensorData b, int chunkBytes, LongUnaryOperator progressOf)
    implements Chunked<FigureCounts> {

  /// The number of parts in a block. Chunks consist of whole blocks.
  static final int BLOCK_PARTS = 1 << 15;

  static final int DEFAULT_BYTES = 1 << 20;

  PartPair parts() {
    return PartPair.of(a.info().dtype(), b.info().dtype());
  }

  private long chunkParts() {
    long inChunk = 8L * chunkBytes / Math.max(a.partBits(), b.partBits());
    return Math.max(1, inChunk / BLOCK_PARTS) * BLOCK_PARTS;
  }

  @Override
  public long chunkCount() {
    return Math.ceilDiv(a.elementCount() * parts().count(), chunkParts());
  }

  @Override
  public Stream<ByteSource> files() {
    return Stream.of(a.file(), b.file());
  }

  @Override
  public long count(FigureCounts counts, long chunkIndex) throws IOException {
    PartPair parts = parts();
    long first = chunkIndex * chunkParts();
    int count = (int) Math.min(chunkParts(), a.elementCount() * parts.count() - first);
    long beginA = byteOffset(parts.a(), first, parts.count());
    long bytesA = byteOffset(parts.a(), first + count, parts.count()) - beginA;
    long beginB = byteOffset(parts.b(), first, parts.count());
    long bytesB = byteOffset(parts.b(), first + count, parts.count()) - beginB;
    BiFunction<MemorySegment, MemorySegment, Long> add =
        (ofA, ofB) -> {
          counts.add(ofA, ofB, first, count);
          return bytesA + bytesB;
        };
    return progressOf.applyAsLong(examine(a, b, beginA, bytesA, beginB, bytesB, add));
  }

  /// Returns the byte offset of a part, counted with `partsPerElement` parts per element, rounded
  /// up.
  private static long byteOffset(ElementType type, long part, int partsPerElement) {
    long tensorPart = type.partsPerElement() < partsPerElement ? Math.ceilDiv(part, 2L) : part;
    return tensorPart / 8 * type.partBits() + Math.ceilDiv(tensorPart % 8 * type.partBits(), 8L);
  }

  /// @param beginA the offset from the first byte of tensor `a`
  static <T> T examine(
      TensorData a,
      TensorData b,
      long beginA,
      long bytesA,
      long beginB,
      long bytesB,
      BiFunction<MemorySegment, MemorySegment, T> look)
      throws IOException {
    return a.file()
        .examine(
            ofA ->
                b.file()
                    .examine(
                        ofB ->
                            look.apply(
                                ofA.bytes(a.range().begin() + beginA, bytesA),
                                ofB.bytes(b.range().begin() + beginB, bytesB))));
  }
}
