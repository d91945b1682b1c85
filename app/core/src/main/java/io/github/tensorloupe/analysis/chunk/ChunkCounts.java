package io.github.tensorloupe.analysis.chunk;

import module java.base;

import io.github.tensorloupe.model.ComputedFile;

/// The counts of one thread for one tensor so far, chunk by chunk.
///
/// @param <C> the implementing class
/// @param <R> the result for one tensor
public interface ChunkCounts<C extends ChunkCounts<C, R>, R> extends PartialCounts<C, R> {

  /// Counts a chunk. The chunks of a thread are in ascending order.
  ///
  /// @throws IOException if it reads more of the tensor and that fails
  void add(Chunk chunk) throws IOException;

  /// Returns a receiver of values that occur several times, or empty if each value is needed
  /// individually.
  ///
  /// @param byteOffset the offset, in the tensor, of the chunk whose values follow
  default Optional<ComputedFile.Tally> tally(long byteOffset) {
    return Optional.empty();
  }

  /// Returns these counts with another result.
  ///
  /// @param mapping called on any thread, concurrently for several tensors
  default <S> Mapped<C, R, S> map(Function<R, S> mapping) {
    @SuppressWarnings("unchecked")
    C self = (C) this;
    return new Mapped<>(self, mapping);
  }

  /// Counts whose result is mapped by the thread that counted the last chunk.
  record Mapped<C extends ChunkCounts<C, R>, R, S>(C counts, Function<R, S> mapping)
      implements ChunkCounts<Mapped<C, R, S>, S> {

    @Override
    public void add(Chunk chunk) throws IOException {
      counts.add(chunk);
    }

    @Override
    public Optional<ComputedFile.Tally> tally(long byteOffset) {
      return counts.tally(byteOffset);
    }

    @Override
    public void merge(Mapped<C, R, S> other) {
      counts.merge(other.counts);
    }

    @Override
    public S result() {
      return mapping.apply(counts.result());
    }
  }
}
