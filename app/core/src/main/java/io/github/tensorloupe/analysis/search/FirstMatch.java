package io.github.tensorloupe.analysis.search;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Crew;
import io.github.tensorloupe.work.ReadProgress;

/// One search along a walk, by threads that take the next chunk when they are done with one. Where
/// one has found a match, the others finish what comes before it.
final class FirstMatch {

  /// Other threads are started only for more chunks than these.
  private static final long CHUNKS_ALONE = 16;

  private static final long NOWHERE = Long.MAX_VALUE;

  private final FileBytes file;
  private final Walk walk;
  private final Crew crew;
  private final ReadProgress progress;
  private final AtomicLong nextChunk = new AtomicLong();
  private long chunkOfMatch = NOWHERE;
  private long place;

  FirstMatch(FileBytes file, Walk walk, Cancellation cancellation, ReadProgress progress) {
    this.file = file;
    this.walk = walk;
    this.crew = new Crew(cancellation);
    this.progress = progress;
  }

  /// The first match along the walk.
  Optional<ByteRange> find(int threadCount) throws IOException {
    long chunkCount = walk.chunkCount();
    boolean alone = threadCount == 1 || chunkCount <= CHUNKS_ALONE;
    look(alone ? chunkCount : CHUNKS_ALONE);
    if (!alone && !isBehindMatch(CHUNKS_ALONE)) {
      nextChunk.set(CHUNKS_ALONE);
      crew.run(threadCount, () -> look(chunkCount));
    }
    return chunkOfMatch == NOWHERE ? Optional.empty() : Optional.of(walk.area().match(place));
  }

  private void look(long chunkEnd) throws IOException {
    LaneScanner scanner = LaneScanner.of(walk.area().sought());
    long chunk = nextChunk.getAndIncrement();
    while (chunk < chunkEnd && !isBehindMatch(chunk)) {
      crew.check();
      Walk.Part part = walk.part(chunk);
      int lane = lookIn(part, scanner);
      if (lane != LaneScanner.NONE) {
        note(chunk, part.firstPlace() + lane);
      }
      progress.add(part.byteCount());
      chunk = nextChunk.getAndIncrement();
    }
  }

  private int lookIn(Walk.Part part, LaneScanner scanner) throws IOException {
    return file.examine(
        window -> {
          MemorySegment bytes = window.bytes(part.bytes().begin(), part.bytes().byteCount());
          scanner.prepare(bytes);
          return walk.forward()
              ? scanner.first(bytes, part.from(), part.to())
              : scanner.last(bytes, part.from(), part.to());
        });
  }

  private synchronized boolean isBehindMatch(long chunk) {
    return chunk > chunkOfMatch;
  }

  private synchronized void note(long chunk, long found) {
    if (chunk < chunkOfMatch) {
      chunkOfMatch = chunk;
      place = found;
    }
  }
}
