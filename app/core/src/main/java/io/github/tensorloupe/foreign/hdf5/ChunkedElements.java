package io.github.tensorloupe.foreign.hdf5;

import module java.base;

import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.ComputedFile;
import io.github.tensorloupe.model.ScratchFile;
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

  /// Recently decoded chunks of a file. Chunks that are decoded a second time are copied to a
  /// temporary file. Thread-safe.
  ///
  /// Decodes one chunk at a time, because decoding takes three times the memory of the chunk.
  static final class Cache {

    static final int DEFAULT_BYTES = 1 << 24;

    /// The states of chunks without a copy.
    private static final long NEVER_DECODED = 0;

    private static final long DECODED = -1;

    /// @param index identifies the dataset, by reference
    private record Key(ChunkIndex index, int chunk) {}

    private final int maxBytes;
    private final SequencedMap<Key, byte[]> chunks = new LinkedHashMap<>(16, 0.75f, true);
    private long byteCount;

    /// The states of the chunks of each dataset: 1 plus the offset of the copy, or a constant.
    private final Map<ChunkIndex, long[]> states = new IdentityHashMap<>();

    private final ScratchFile scratch = new ScratchFile();

    Cache(int maxBytes) {
      this.maxBytes = maxBytes;
    }

    /// Returns the bytes of a range of a chunk.
    private synchronized ByteBuffer bytes(ChunkedElements data, int chunk, int begin, int end)
        throws IOException {
      long[] copies = states.computeIfAbsent(data.index, index -> new long[index.size()]);
      if (copies[chunk] > 0) {
        ByteBuffer range = ByteBuffer.allocate(end - begin);
        scratch.read(copies[chunk] - 1 + begin, range);
        return range.flip();
      }
      Key key = new Key(data.index, chunk);
      byte[] bytes = chunks.get(key);
      if (bytes == null) {
        while (byteCount > maxBytes) {
          byteCount -= chunks.pollFirstEntry().getValue().length;
        }
        bytes = data.decode(chunk);
        chunks.put(key, bytes);
        byteCount += bytes.length;
        copies[chunk] = copies[chunk] == NEVER_DECODED ? DECODED : copy(bytes);
      }
      return ByteBuffer.wrap(bytes).slice(begin, end - begin);
    }

    private long copy(byte[] bytes) throws IOException {
      OptionalLong offset = scratch.reserve(bytes.length);
      if (offset.isEmpty()) {
        return DECODED;
      }
      scratch.write(offset.getAsLong(), ByteBuffer.wrap(bytes));
      return 1 + offset.getAsLong();
    }
  }

  @Override
  public void compute(long first, int count, ByteBuffer target) throws IOException {
    grid.visitRuns(first, first + count, new Copying(first, target.slice()));
    target.position(target.position() + count * elementBytes);
  }

  /// Copies runs to the values from an element.
  private final class Copying implements ChunkGrid.RunVisitor {

    private final long first;
    private final ByteBuffer target;

    /// The range of the current chunk, or empty if it has no storage.
    private Optional<ByteBuffer> range = Optional.empty();

    private int rangeBegin;

    Copying(long first, ByteBuffer target) {
      this.first = first;
      this.target = target;
    }

    @Override
    public void enter(long key, int begin, int end) throws IOException {
      int chunk = index.find(key);
      rangeBegin = begin * elementBytes;
      range =
          chunk < 0
              ? Optional.empty()
              : Optional.of(
                  cache.bytes(ChunkedElements.this, chunk, rangeBegin, end * elementBytes));
    }

    @Override
    public void visit(int inChunk, long begin, int count) {
      int position = (int) (begin - first) * elementBytes;
      if (range.isPresent()) {
        int from = inChunk * elementBytes - rangeBegin;
        target.put(position, range.get(), from, count * elementBytes);
        return;
      }
      for (int i = 0; i < count; i++) {
        target.put(position + i * elementBytes, fill);
      }
    }
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
