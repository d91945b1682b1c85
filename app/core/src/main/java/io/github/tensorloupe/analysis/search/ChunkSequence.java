package io.github.tensorloupe.analysis.search;

import module java.base;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.work.ParallelWork;
import io.github.tensorloupe.work.ReadProgress;

/// The chunks of a part of an area, one after the other in one direction. Immutable.
///
/// @param from the first place
/// @param to the place behind the last
/// @param forward true if the first chunk is that of the first place
/// @param chunkBytes a multiple of 24, so that a place begins where a chunk does
record ChunkSequence(SearchArea area, long from, long to, boolean forward, int chunkBytes) {

  /// The most bytes of a chunk, without the bytes behind it that a match may reach into.
  static final int USUAL_CHUNK_BYTES = Chunk.MAX_BYTES - 24 * 64;

  /// A part of the area that is looked at in one go.
  ///
  /// @param bytes file offsets: from the first place of the chunk to the end of a match in the last
  /// @param firstPlace the place that the bytes begin with
  /// @param from the first place that counts, from the first one of the bytes
  /// @param to the place behind the last that counts, likewise
  /// @param byteCount the bytes of the places that count, about
  record Part(ByteRange bytes, long firstPlace, int from, int to, long byteCount) {}

  ChunkSequence {
    if (chunkBytes % 24 != 0 || from < 0 || to < from || to > area.placeCount()) {
      throw new IllegalArgumentException("%d to %d by %d".formatted(from, to, chunkBytes));
    }
  }

  private long placesPerChunk() {
    return (long) chunkBytes * Byte.SIZE / area.sought().placeBits();
  }

  long chunkCount() {
    return from == to ? 0 : (to - 1) / placesPerChunk() - from / placesPerChunk() + 1;
  }

  /// The number of bytes that the places have together, about.
  long byteCount() {
    return byteCount(to - from);
  }

  private long byteCount(long placeCount) {
    return placeCount / Byte.SIZE * area.sought().placeBits();
  }

  /// One of the chunks.
  ///
  /// @param index counted in the direction
  Part part(long index) {
    long places = placesPerChunk();
    long chunk = forward ? from / places + index : (to - 1) / places - index;
    long first = chunk * places;
    int begin = (int) Math.max(0, from - first);
    int end = (int) Math.min(places, to - first);
    ByteRange bytes = new ByteRange(area.byteOffset(first), area.match(first + end - 1).end());
    return new Part(bytes, first, begin, end, byteCount(end - begin));
  }

  /// Takes what is found in a chunk.
  @FunctionalInterface
  interface Look {

    /// @param index of the chunk
    /// @param bytes those of the chunk
    void at(long index, Part part, LaneScanner scanner, MemorySegment bytes);
  }

  /// Looks at chunks on the calling thread, as one of several that take the next when they are done
  /// with one.
  ///
  /// @param next the index of the next chunk
  /// @param isWanted false of the first chunk that is not to be looked at, and of all behind it
  void look(
      FileBytes file,
      AtomicLong next,
      LongPredicate isWanted,
      ParallelWork workers,
      ReadProgress progress,
      Look look)
      throws IOException {
    LaneScanner scanner = LaneScanner.of(area.sought());
    for (long i = next.getAndIncrement(); isWanted.test(i); i = next.getAndIncrement()) {
      workers.check();
      long index = i;
      Part part = part(index);
      file.examine(
          window -> {
            MemorySegment bytes = window.bytes(part.bytes().begin(), part.bytes().byteCount());
            scanner.prepare(bytes);
            look.at(index, part, scanner, bytes);
            return null;
          });
      progress.add(part.byteCount());
    }
  }
}
