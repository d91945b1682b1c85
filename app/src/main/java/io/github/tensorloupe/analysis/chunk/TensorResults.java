package io.github.tensorloupe.analysis.chunk;

import io.github.tensorloupe.model.TensorData;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Puts together what the threads have counted of each tensor. Thread-safe.
final class TensorResults<A, R> {

  /// A tensor of which some shares have been counted.
  private final class Pending {

    private final A counts;
    private long shareCount;

    Pending(A counts, long shareCount) {
      this.counts = counts;
      this.shareCount = shareCount;
    }
  }

  private final List<TensorData> tensors;
  private final ChunkCounter<A, R> counter;
  private final ChunkedScan.Results<R> results;
  private final Map<Integer, Pending> pendingByIndex = new HashMap<>();
  private final Object resultLock = new Object();

  TensorResults(
      List<TensorData> tensors, ChunkCounter<A, R> counter, ChunkedScan.Results<R> results) {
    this.tensors = tensors;
    this.counter = counter;
    this.results = results;
  }

  /// Takes what a thread has counted of a tensor, and gives the result if that was the last of it.
  ///
  /// @param shareCount how many shares it has counted
  void add(int index, A counts, long shareCount) {
    TensorData tensor = tensors.get(index);
    A all = shareCount == WorkPlan.shareCount(tensor) ? counts : merged(index, counts, shareCount);
    if (all != null) {
      R result = counter.finish(tensor, all);
      synchronized (resultLock) {
        results.accept(index, result);
      }
    }
  }

  /// The counts of all shares, or null where some are still missing.
  private synchronized A merged(int index, A counts, long shareCount) {
    Pending pending = pendingByIndex.get(index);
    if (pending == null) {
      pendingByIndex.put(index, new Pending(counts, shareCount));
      return null;
    }
    counter.merge(pending.counts, counts);
    pending.shareCount += shareCount;
    if (pending.shareCount < WorkPlan.shareCount(tensors.get(index))) {
      return null;
    }
    pendingByIndex.remove(index);
    return pending.counts;
  }
}
