package io.github.tensorloupe.analysis.chunk;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Crew;
import io.github.tensorloupe.work.ReadProgress;

/// One of the threads of a scan: takes shares and counts them until there are none left.
final class Reader<A, R> {

  private final WorkPlan plan;
  private final ChunkCounter<A, R> counter;
  private final TensorResults<A, R> results;
  private final Crew crew;
  private final ReadProgress progress;

  /// The counts of the tensor whose shares this thread gets at present.
  private Optional<A> counts = Optional.empty();

  private int index = -1;
  private long shareCount;

  Reader(
      WorkPlan plan,
      ChunkCounter<A, R> counter,
      TensorResults<A, R> results,
      Crew crew,
      ReadProgress progress) {
    this.plan = plan;
    this.counter = counter;
    this.results = results;
    this.crew = crew;
    this.progress = progress;
  }

  void run() throws IOException {
    for (Optional<WorkPlan.Share> next = plan.next(); next.isPresent(); next = plan.next()) {
      WorkPlan.Share share = next.get();
      if (share.index() != index) {
        handOver();
        index = share.index();
      }
      count(share);
    }
    handOver();
  }

  private void handOver() throws IOException {
    if (counts.isPresent()) {
      results.add(index, counts.get(), shareCount);
    }
    counts = Optional.empty();
    shareCount = 0;
  }

  private void count(WorkPlan.Share share) throws IOException {
    crew.check();
    A current = counts.orElseGet(() -> counter.create(share.tensor()));
    counts = Optional.of(current);
    long partCount = TensorParts.count(share.tensor());
    for (long begin = share.begin(); begin < share.end(); begin += Chunk.MAX_BYTES) {
      crew.check();
      long end = Math.min(share.end(), begin + Chunk.MAX_BYTES);
      count(current, share.tensor(), new ByteRange(begin, end), partCount);
      progress.add(end - begin);
    }
    shareCount++;
  }

  /// @param range of the chunk, from the tensor's first byte
  /// @param partCount of the whole tensor
  private void count(A current, TensorData tensor, ByteRange range, long partCount)
      throws IOException {
    ElementType type = ElementType.of(tensor.info().dtype());
    long inChunk = type.elementsIn(range.byteCount()) * type.partsPerElement();
    long before = range.begin() / 8 * 64 / type.partBits();
    int parts = (int) Math.clamp(partCount - before, 0, inChunk);
    tensor
        .file()
        .examine(
            window -> {
              counter.add(
                  current,
                  new Chunk(
                      tensor,
                      window.bytes(tensor.range().begin() + range.begin(), range.byteCount()),
                      range.begin(),
                      parts));
              return null;
            });
  }
}
