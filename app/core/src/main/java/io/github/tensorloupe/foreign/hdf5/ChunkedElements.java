package io.github.tensorloupe.foreign.hdf5;

import module java.base;

import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.ComputedFile;
import io.github.tensorloupe.model.SentenceException;

/// The values of a dataset in chunks, in the byte order of the file.
///
/// @param elementBytes the width of an element
/// @param fill the bytes of an element without storage
/// @param cache the cache of the file
record ChunkedElements(
    ByteSource file,
    ChunkGrid grid,
    ChunkIndex index,
    Filters filters,
    int elementBytes,
    byte[] fill,
    Cache cache)
    implements ComputedFile.Elements {

  /// Recently decoded chunks of a file. Thread-safe.
  ///
  /// Decodes one chunk at a time, because decoding takes three times the memory of the chunk.
  static final class Cache {

    private static final int MAX_BYTES = 1 << 24;

    /// @param index identifies the dataset, by reference
    private record Key(ChunkIndex index, int chunk) {}

    private final SequencedMap<Key, byte[]> chunks = new LinkedHashMap<>(16, 0.75f, true);
    private long byteCount;

    private synchronized byte[] decoded(ChunkedElements data, int chunk) throws IOException {
      Key key = new Key(data.index, chunk);
      byte[] bytes = chunks.get(key);
      if (bytes == null) {
        while (byteCount > MAX_BYTES) {
          byteCount -= chunks.pollFirstEntry().getValue().length;
        }
        bytes = data.decode(chunk);
        chunks.put(key, bytes);
        byteCount += bytes.length;
      }
      return bytes;
    }
  }

  @Override
  public void compute(long first, int count, ByteBuffer target) throws IOException {
    int begin = target.position();
    grid.visitRuns(
        first,
        first + count,
        (key, inChunk, at, runCount) -> {
          int chunk = index.find(key);
          int position = begin + (int) (at - first) * elementBytes;
          if (chunk >= 0) {
            byte[] bytes = cache.decoded(this, chunk);
            target.put(position, bytes, inChunk * elementBytes, runCount * elementBytes);
          } else {
            for (int i = 0; i < runCount; i++) {
              target.put(position + i * elementBytes, fill);
            }
          }
        });
    target.position(begin + count * elementBytes);
  }

  private byte[] decode(int chunk) throws IOException {
    byte[] bytes = file.read(index.address(chunk), index.byteCount(chunk));
    try {
      int skipped = index.skippedFilters(chunk);
      return filters.decode(bytes, skipped, grid.elementsPerChunk() * elementBytes);
    } catch (ZipException e) {
      throw new SentenceException(
          "The chunk at file offset {0} is damaged: {1}.", index.address(chunk), e.getMessage());
    }
  }
}
