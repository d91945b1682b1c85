package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.analysis.chunk.Chunked;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.TensorData;

/// Reads two tensors with the same shape in parallel, part by part. If only one is complex, the
/// other one is treated as complex as well.
final class PairChunks implements Chunked<FigureCounts> {

  /// Chunks begin at multiples of this number of parts.
  static final int BLOCK_PARTS = 1 << 15;

  static final int DEFAULT_BYTES = 1 << 20;

  private final TensorData a;
  private final TensorData b;
  private final ElementType typeA;
  private final ElementType typeB;
  private final int partsPerElement;
  private final long partCount;
  private final long chunkParts;
  private final LongUnaryOperator progressOf;

  /// @param chunkBytes the approximate number of bytes of the wider side per chunk
  /// @param progressOf converts the number of bytes read on both sides to progress
  PairChunks(TensorData a, TensorData b, int chunkBytes, LongUnaryOperator progressOf) {
    this.a = a;
    this.b = b;
    this.progressOf = progressOf;
    typeA = ElementType.of(a.info().dtype());
    typeB = ElementType.of(b.info().dtype());
    partsPerElement = new PartPair(typeA, typeB).count();
    partCount = a.elementCount() * partsPerElement;
    long inChunk = 8L * chunkBytes / Math.max(typeA.partBits(), typeB.partBits());
    chunkParts = Math.max(1, inChunk / BLOCK_PARTS) * BLOCK_PARTS;
  }

  @Override
  public long chunkCount() {
    return Math.ceilDiv(partCount, chunkParts);
  }

  @Override
  public Stream<ByteSource> files() {
    return Stream.of(a.file(), b.file());
  }

  @Override
  public long count(FigureCounts counts, long chunkIndex) throws IOException {
    long first = chunkIndex * chunkParts;
    int count = (int) Math.min(chunkParts, partCount - first);
    long beginA = byteOffset(typeA, first);
    long bytesA = byteOffset(typeA, first + count) - beginA;
    long beginB = byteOffset(typeB, first);
    long bytesB = byteOffset(typeB, first + count) - beginB;
    examine(
        a,
        b,
        beginA,
        bytesA,
        beginB,
        bytesB,
        (ofA, ofB) -> {
          counts.add(ofA, ofB, first, count);
          return null;
        });
    return progressOf.applyAsLong(bytesA + bytesB);
  }

  /// Returns the offset of a combined part in the bytes of one side, rounded up.
  private long byteOffset(ElementType type, long part) {
    long own = type.partsPerElement() < partsPerElement ? Math.ceilDiv(part, 2L) : part;
    return own / 8 * type.partBits() + Math.ceilDiv(own % 8 * type.partBits(), 8L);
  }

  /// Applies a function to bytes of both tensors.
  ///
  /// @param beginA the offset from the first byte of the base
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
