package io.github.tensorloupe.analysis.chunk;

import module java.base;

import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.TensorData;

/// Puts together what the threads have counted of each tensor. Thread-safe.
final class TensorResults<C extends ChunkCounts<C, R>, R> {

  /// So many results of small tensors wait for one look whether their file is what it was.
  private static final int MOST_FINISHED = 64;

  /// A tensor of which some shares have been counted.
  private final class Pending {

    private final C counts;
    private long shareCount;

    Pending(C counts, long shareCount) {
      this.counts = counts;
      this.shareCount = shareCount;
    }
  }

  private final List<TensorData> tensors;
  private final ChunkedScan.Results<R> results;
  private final Map<Integer, Pending> pendingByIndex = new HashMap<>();
  private final Object resultLock = new Object();

  /// Results by the index of their tensor, not given yet; guarded by their lock.
  private final Map<Integer, R> finished = new LinkedHashMap<>();

  TensorResults(List<TensorData> tensors, ChunkedScan.Results<R> results) {
    this.tensors = tensors;
    this.results = results;
  }

  /// Takes what a thread has counted of a tensor, and gives the result soon if that was the last of
  /// it.
  ///
  /// @param shareCount how many shares it has counted
  /// @throws io.github.tensorloupe.model.FileChangedException if they may be of two states of it
  void add(int index, C counts, long shareCount) throws IOException {
    TensorData tensor = tensors.get(index);
    C all = shareCount == WorkPlan.shareCount(tensor) ? counts : merged(index, counts, shareCount);
    if (all != null) {
      R result = all.result();
      synchronized (resultLock) {
        finished.put(index, result);
        if (finished.size() >= MOST_FINISHED || tensor.range().byteCount() >= Chunk.MAX_BYTES) {
          handOut();
        }
      }
    }
  }

  /// Gives the results that are still held back.
  ///
  /// @throws io.github.tensorloupe.model.FileChangedException if they may be of two states of a
  ///   file; then none of them is given
  void handOut() throws IOException {
    synchronized (resultLock) {
      Set<FileBytes> files = new HashSet<>();
      finished.keySet().forEach(index -> files.add(tensors.get(index).file()));
      for (FileBytes file : files) {
        file.requireUnchanged();
      }
      finished.forEach(results::accept);
      finished.clear();
    }
  }

  /// The counts of all shares, or null where some are still missing.
  private synchronized C merged(int index, C counts, long shareCount) {
    Pending pending = pendingByIndex.get(index);
    if (pending == null) {
      pendingByIndex.put(index, new Pending(counts, shareCount));
      return null;
    }
    pending.counts.merge(counts);
    pending.shareCount += shareCount;
    if (pending.shareCount < WorkPlan.shareCount(tensors.get(index))) {
      return null;
    }
    pendingByIndex.remove(index);
    return pending.counts;
  }
}
