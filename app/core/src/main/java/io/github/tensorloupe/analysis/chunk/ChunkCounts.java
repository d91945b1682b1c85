package io.github.tensorloupe.analysis.chunk;

import module java.base;

import io.github.tensorloupe.model.ComputedFile;

/// One thread's findings on one tensor so far, chunk by chunk.
///
/// @param <C> the class itself
/// @param <R> the result for one tensor
public interface ChunkCounts<C extends ChunkCounts<C, R>, R> extends PartialCounts<C, R> {

  /// Counts a chunk; those of a thread come in ascending order.
  ///
  /// @throws IOException if it reads more of the tensor and that fails
  void add(Chunk chunk) throws IOException;

  /// Takes values that occur several times; empty where each is needed by itself.
  default Optional<ComputedFile.Tally> tally() {
    return Optional.empty();
  }

  /// The same counts with another result.
  ///
  /// @param mapping used on any thread, and on several at a time for several tensors
  default <S> Mapped<C, R, S> map(Function<R, S> mapping) {
    @SuppressWarnings("unchecked")
    C self = (C) this;
    return new Mapped<>(self, mapping);
  }

  /// Counts whose result is turned into another by the thread that has counted the last chunk.
  record Mapped<C extends ChunkCounts<C, R>, R, S>(C counts, Function<R, S> mapping)
      implements ChunkCounts<Mapped<C, R, S>, S> {

    @Override
    public void add(Chunk chunk) throws IOException {
      counts.add(chunk);
    }

    @Override
    public Optional<ComputedFile.Tally> tally() {
      return counts.tally();
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
