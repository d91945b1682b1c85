package io.github.tensorloupe.analysis.search;

import module java.base;

import io.github.tensorloupe.format.ByteRange;

/// The chunks of a part of an area, one after the other in one direction. Immutable.
///
/// @param from the first place
/// @param to the place behind the last
/// @param forward true if the first chunk is that of the first place
/// @param chunkBytes a multiple of 24, so that a place begins where a chunk does
record ChunkSequence(SearchArea area, long from, long to, boolean forward, int chunkBytes) {

  /// A part of the area that is looked at in one go.
  ///
  /// @param bytes file offsets: from the first place of the chunk to the end of a match in the last
  /// @param firstPlace the place that the bytes begin with
  /// @param from the first place that counts, from the first one of the bytes
  /// @param to the place behind the last that counts, likewise
  /// @param byteCount the bytes of the places that count, about
  record Part(ByteRange bytes, long firstPlace, int from, int to, long byteCount) {}

  /// Takes what is found in a chunk.
  @FunctionalInterface
  interface Look {

    /// @param index of the chunk
    /// @param bytes those of the chunk
    void at(long index, Part part, LaneScanner scanner, MemorySegment bytes);
  }

  ChunkSequence {
    if (chunkBytes % 24 != 0 || from < 0 || to < from || to > area.placeCount()) {
      throw new IllegalArgumentException("%d to %d by %d".formatted(from, to, chunkBytes));
    }
  }

  /// @param begins file offsets where a place may begin
  static ChunkSequence of(SearchArea area, ByteRange begins, boolean forward, int chunkBytes) {
    long from = area.firstPlaceFrom(begins.begin());
    return new ChunkSequence(area, from, area.firstPlaceFrom(begins.end()), forward, chunkBytes);
  }

  private long placesPerChunk() {
    return (long) chunkBytes * Byte.SIZE / area.sought().placeBits();
  }

  long chunkCount() {
    return from == to ? 0 : (to - 1) / placesPerChunk() - from / placesPerChunk() + 1;
  }

  /// The number of bytes that so many places have together, about.
  long byteCount(long placeCount) {
    return placeCount / Byte.SIZE * area.sought().placeBits();
  }

  /// @param index counted in the direction
  Part part(long index) {
    long places = placesPerChunk();
    long chunk = forward ? from / places + index : (to - 1) / places - index;
    long first = chunk * places;
    int begin = (int) Math.max(0, from - first);
    int end = (int) Math.min(places, to - first);
    ByteRange bytes = new ByteRange(area.match(first).begin(), area.match(first + end - 1).end());
    return new Part(bytes, first, begin, end, byteCount(end - begin));
  }
}
