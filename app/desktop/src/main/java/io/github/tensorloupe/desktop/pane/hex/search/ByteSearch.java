package io.github.tensorloupe.desktop.pane.hex.search;

import module java.base;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.ParallelWork;
import io.github.tensorloupe.work.Progress;
import io.github.tensorloupe.work.ReadProgress;

/// Finds the first or last match in a file or a part of it, or counts all matches, including
/// overlapping ones. Immutable and thread-safe; threads exist only during a call.
///
/// @param threadCount number of threads including the calling one, at least 1
/// @param chunkBytes bytes between two checks for cancellation; a multiple of 24
public record ByteSearch(int threadCount, int chunkBytes) {

  /// Maximum bytes of a chunk, without the following bytes that a match may reach.
  static final int DEFAULT_CHUNK_BYTES = Chunk.MAX_BYTES - 24 * 64;

  /// Minimum number of chunks for which further threads are started.
  private static final long MAX_SINGLE_THREAD_CHUNKS = 16;

  private static final ByteRange ANYWHERE = new ByteRange(0, Long.MAX_VALUE);

  /// Creates a search with the default chunk size.
  public ByteSearch(int threadCount) {
    this(threadCount, DEFAULT_CHUNK_BYTES);
  }

  /// Uses one thread per processor up to a limit, and leaves one processor free if there are
  /// several.
  public static ByteSearch leavingOneProcessor() {
    return new ByteSearch(ParallelWork.backgroundThreadCount());
  }

  private List<ChunkSequence> walks(List<SearchArea> areas, ByteRange begins, boolean forward) {
    return (forward ? areas : areas.reversed())
        .stream()
            .map(area -> ChunkSequence.of(area, begins, forward, chunkBytes))
            .filter(walk -> walk.chunkCount() > 0)
            .toList();
  }

  private static long byteCount(List<ChunkSequence> walks) {
    return walks.stream().mapToLong(walk -> walk.byteCount(walk.to() - walk.from())).sum();
  }

  /// Returns the first or last match that begins in a range.
  ///
  /// @param areas the areas in file order
  /// @param begins the file offsets at which a match may begin
  /// @param forward true for the first match
  /// @param cancellation checked before each chunk, at most a mebibyte apart
  /// @param progress in bytes
  /// @return the bytes of the match, as file offsets
  /// @throws io.github.tensorloupe.model.FileChangedException if the file became shorter, or if
  ///   nothing matches and the file changed since it was opened
  /// @throws IOException if reading fails
  public Optional<ByteRange> find(
      ByteSource file,
      List<SearchArea> areas,
      ByteRange begins,
      boolean forward,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    List<ChunkSequence> walks = walks(areas, begins, forward);
    ReadProgress read = new ReadProgress(byteCount(walks), progress);
    for (ChunkSequence walk : walks) {
      Optional<ByteRange> match =
          find(walk, new ChunkReading(file, new ParallelWork(cancellation), read));
      if (match.isPresent()) {
        return match;
      }
    }
    // The absence of a match is valid only if no byte has changed.
    file.requireUnchanged();
    return Optional.empty();
  }

  /// Each thread processes the next chunk. After a match, the others finish the chunks before it.
  private Optional<ByteRange> find(ChunkSequence walk, ChunkReading reading) throws IOException {
    ConcurrentNavigableMap<Long, Long> placesByChunk = new ConcurrentSkipListMap<>();
    ChunkSequence.Look look =
        (chunk, part, scanner, bytes) -> {
          int lane = scanner.find(bytes, part.from(), part.to(), walk.forward());
          if (lane != LaneScanner.NONE) {
            placesByChunk.put(chunk, part.firstPlace() + lane);
          }
        };
    long count = walk.chunkCount();
    long alone = threadCount == 1 ? count : Math.min(count, MAX_SINGLE_THREAD_CHUNKS);
    AtomicLong next = new AtomicLong();
    reading.look(walk, next, chunk -> chunk < alone && placesByChunk.isEmpty(), look);
    if (alone < count && placesByChunk.isEmpty()) {
      next.set(alone);
      LongPredicate isWanted =
          chunk -> chunk < count && (placesByChunk.isEmpty() || chunk < placesByChunk.firstKey());
      reading.workers().run(threadCount, () -> reading.look(walk, next, isWanted, look));
    }
    return Optional.ofNullable(placesByChunk.firstEntry())
        .map(first -> walk.area().match(first.getValue()));
  }

  /// Counts all matches. See [#find] for the other parameters.
  ///
  /// @param onPart receives intermediate counts on any of the threads
  /// @throws io.github.tensorloupe.model.FileChangedException if the file changed since it was
  ///   opened
  /// @throws IOException if reading fails
  public MatchCounts count(
      ByteSource file,
      List<SearchArea> areas,
      Consumer<MatchCounts> onPart,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    List<ChunkSequence> walks = walks(areas, ANYWHERE, true);
    MatchCounts counts = new MatchCounts(file.length());
    Progress report = counts.reporting(onPart, progress);
    ParallelWork workers = new ParallelWork(cancellation);
    ChunkReading reading =
        new ChunkReading(file, workers, new ReadProgress(byteCount(walks), report));
    for (ChunkSequence walk : walks) {
      AtomicLong next = new AtomicLong();
      int threads = (int) Math.min(threadCount, walk.chunkCount());
      workers.run(threads, () -> reading.count(walk, next, counts));
    }
    file.requireUnchanged();
    return counts;
  }

  /// Returns the number of matches before a byte. Counts again only in a small part of the file.
  ///
  /// @param areas the counted areas
  /// @param counts the counts of these areas
  /// @param byteOffset file offset of a byte of the file
  /// @throws IOException if reading fails
  public long countBefore(
      ByteSource file,
      List<SearchArea> areas,
      MatchCounts counts,
      long byteOffset,
      Cancellation cancellation)
      throws IOException {
    int part = (int) (byteOffset / counts.partBytes);
    ByteRange inPart = new ByteRange(part * counts.partBytes, byteOffset);
    MatchCounts again = new MatchCounts(file.length());
    ChunkReading reading =
        new ChunkReading(file, new ParallelWork(cancellation), new ReadProgress(0, Progress.NONE));
    for (ChunkSequence walk : walks(areas, inPart, true)) {
      reading.count(walk, new AtomicLong(), again);
    }
    return counts.before(part) + again.total();
  }

  /// Reads the chunks of a file on several threads, each of which processes the next chunk.
  private record ChunkReading(ByteSource file, ParallelWork workers, ReadProgress progress) {

    /// Processes chunks on the calling thread.
    ///
    /// @param next the index of the next chunk
    /// @param isWanted returns false for the first chunk to skip and all after it
    void look(ChunkSequence walk, AtomicLong next, LongPredicate isWanted, ChunkSequence.Look look)
        throws IOException {
      LaneScanner scanner = LaneScanner.of(walk.area().sought());
      for (long i = next.getAndIncrement(); isWanted.test(i); i = next.getAndIncrement()) {
        workers.check();
        long index = i;
        ChunkSequence.Part part = walk.part(index);
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

    void count(ChunkSequence walk, AtomicLong next, MatchCounts counts) throws IOException {
      SearchArea area = walk.area();
      look(
          walk,
          next,
          chunk -> chunk < walk.chunkCount(),
          (_, chunk, scanner, bytes) -> {
            // Counts the positions of each part of the file separately.
            for (int from = chunk.from(); from < chunk.to(); ) {
              long part = area.match(chunk.firstPlace() + from).begin() / counts.partBytes;
              long end = area.firstPlaceFrom((part + 1) * counts.partBytes) - chunk.firstPlace();
              int to = (int) Math.min(chunk.to(), end);
              counts.add((int) part, scanner.count(bytes, from, to));
              from = to;
            }
          });
    }
  }

  /// The chunks of the positions of an area in the range from `from` to `to`, in reverse order if
  /// not `forward`. Immutable.
  ///
  /// @param chunkBytes a multiple of 24, so that a chunk begins at a position
  private record ChunkSequence(
      SearchArea area, long from, long to, boolean forward, int chunkBytes) {

    /// A chunk to search.
    ///
    /// @param bytes file offsets: from the first position of the chunk to the end of a match at the
    ///   last one
    /// @param firstPlace the position at the first byte
    /// @param from the first position to search, relative to `firstPlace`
    /// @param to end of the positions to search, exclusive
    /// @param byteCount approximate bytes of the positions to search
    record Part(ByteRange bytes, long firstPlace, int from, int to, long byteCount) {}

    @FunctionalInterface
    interface Look {

      /// @param index the index of the chunk
      /// @param bytes the bytes of the chunk
      void at(long index, Part part, LaneScanner scanner, MemorySegment bytes);
    }

    ChunkSequence {
      if (chunkBytes % 24 != 0 || from < 0 || to < from || to > area.placeCount()) {
        throw new IllegalArgumentException("%d to %d by %d".formatted(from, to, chunkBytes));
      }
    }

    /// @param begins file offsets at which a position may begin
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

    /// Returns the approximate number of bytes of this many positions.
    long byteCount(long placeCount) {
      return placeCount / Byte.SIZE * area.sought().placeBits();
    }

    /// @param index index in search direction
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
}
