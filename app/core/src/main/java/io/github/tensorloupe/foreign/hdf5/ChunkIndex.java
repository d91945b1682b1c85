package io.github.tensorloupe.foreign.hdf5;

import module java.base;

import io.jhdf.dataset.chunked.Chunk;

/// The locations of the chunks of a dataset.
final class ChunkIndex {

  /// The location of a chunk.
  ///
  /// @param skippedFilters bit i: the filter i was not applied
  private record Location(long key, long address, int byteCount, int skippedFilters) {}

  /// Row-major positions in the grid of chunks, ascending.
  private final long[] keys;

  private final long[] addresses;
  private final int[] byteCounts;
  private final int[] skippedFilters;

  private ChunkIndex(List<Location> locations) {
    keys = locations.stream().mapToLong(Location::key).toArray();
    addresses = locations.stream().mapToLong(Location::address).toArray();
    byteCounts = locations.stream().mapToInt(Location::byteCount).toArray();
    skippedFilters = locations.stream().mapToInt(Location::skippedFilters).toArray();
  }

  /// @param base the file offset that chunk addresses are relative to
  /// @param fileLength the length of the file
  /// @param maxByteCount the maximum length of an encoded chunk
  /// @throws IllegalArgumentException if a chunk is outside the file, too long, or repeated
  static ChunkIndex of(
      Collection<Chunk> chunks, ChunkGrid grid, long base, long fileLength, int maxByteCount) {
    List<Location> locations = new ArrayList<>(chunks.size());
    for (Chunk chunk : chunks) {
      OptionalLong key = grid.keyOf(chunk.getChunkOffset());
      // Chunks without storage have no address. Others may remain after a dataset was shrunk.
      if (chunk.getAddress() >= 0 && key.isPresent()) {
        long begin = base + chunk.getAddress();
        int byteCount = chunk.getSize();
        if (begin < 0
            || byteCount < 0
            || byteCount > maxByteCount
            || begin > fileLength - byteCount) {
          throw new IllegalArgumentException(
              "a chunk of %,d bytes at %,d".formatted(byteCount, begin));
        }
        long[] mask = chunk.getFilterMask().toLongArray();
        locations.add(
            new Location(key.getAsLong(), begin, byteCount, mask.length == 0 ? 0 : (int) mask[0]));
      }
    }
    locations.sort(Comparator.comparingLong(Location::key));
    for (int i = 1; i < locations.size(); i++) {
      if (locations.get(i).key() == locations.get(i - 1).key()) {
        throw new IllegalArgumentException("two chunks at the same position");
      }
    }
    return new ChunkIndex(locations);
  }

  /// Returns the index of a chunk, or a negative number if it has no storage.
  int find(long key) {
    return Arrays.binarySearch(keys, key);
  }

  int size() {
    return keys.length;
  }

  long address(int chunk) {
    return addresses[chunk];
  }

  int byteCount(int chunk) {
    return byteCounts[chunk];
  }

  int skippedFilters(int chunk) {
    return skippedFilters[chunk];
  }
}
