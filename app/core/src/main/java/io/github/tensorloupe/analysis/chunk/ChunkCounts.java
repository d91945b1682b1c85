package io.github.tensorloupe.analysis.chunk;

import module java.base;

import io.github.tensorloupe.model.ComputedFile;

/// The partial result of one thread for one tensor, updated with each chunk.
///
/// @param <C> the implementing class
/// @param <R> the result for one tensor
public interface ChunkCounts<C extends ChunkCounts<C, R>, R> extends PartialCounts<C, R> {

  /// Counts a chunk. Each thread passes its chunks in ascending order.
  ///
  /// @throws IOException if the implementation reads other bytes of the tensor and reading fails
  void add(Chunk chunk) throws IOException;

  /// Returns a callback that receives values with their frequencies instead of calls of [#add], or
  /// empty if the implementation needs every element in order. The default is empty.
  ///
  /// @param byteOffset the offset of the chunk from the tensor's first byte
  default Optional<ComputedFile.Tally> tally(long byteOffset) {
    return Optional.empty();
  }

  /// Returns counts whose result is the mapped result of these counts.
  ///
  /// @param mapping called on any thread, concurrently for different tensors
  default <S> Mapped<C, R, S> map(Function<R, S> mapping) {
    @SuppressWarnings("unchecked")
    C self = (C) this;
    return new Mapped<>(self, mapping);
  }

  /// Counts with a mapped result. The thread that completes the tensor applies the mapping.
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
