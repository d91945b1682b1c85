package io.github.tensorloupe.analysis.chunk;

import module java.base;

import io.github.tensorloupe.model.TensorData;

/// Shares tensors out: who asks gets the next piece of work. Thread-safe.
///
/// A small tensor is one share, so that its counts need not be put together; of a large one several
/// threads get shares.
final class WorkPlan {

  private static final int CHUNKS_PER_SHARE = 8;

  /// The bytes of a share, but for the last of a tensor.
  static final long SHARE_BYTES = (long) CHUNKS_PER_SHARE * Chunk.MAX_BYTES;

  /// A part of a tensor for one thread.
  ///
  /// @param index of the tensor
  /// @param begin of the share, from the tensor's first byte
  /// @param end of the share
  record Share(int index, TensorData tensor, long begin, long end) {}

  private final List<TensorData> tensors;
  private int index;
  private long begin;

  WorkPlan(List<TensorData> tensors) {
    this.tensors = tensors;
  }

  /// The next share, or empty when all are given out.
  synchronized Optional<Share> next() {
    if (index == tensors.size()) {
      return Optional.empty();
    }
    TensorData tensor = tensors.get(index);
    long byteCount = tensor.range().byteCount();
    long end = Math.min(byteCount, begin + SHARE_BYTES);
    Share share = new Share(index, tensor, begin, end);
    begin = end;
    if (end == byteCount) {
      index++;
      begin = 0;
    }
    return Optional.of(share);
  }

  /// The number of shares that a tensor has, at least one.
  static long shareCount(TensorData tensor) {
    return Math.max(1, Math.ceilDiv(tensor.range().byteCount(), SHARE_BYTES));
  }

  int shareCount() {
    return (int)
        Math.min(Integer.MAX_VALUE, tensors.stream().mapToLong(WorkPlan::shareCount).sum());
  }

  /// The bytes of all tensors.
  long byteCount() {
    return tensors.stream().mapToLong(tensor -> tensor.range().byteCount()).sum();
  }
}
