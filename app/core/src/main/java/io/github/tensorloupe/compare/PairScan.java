package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.analysis.chunk.ChunkedScan.Results;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.ParallelWork;
import io.github.tensorloupe.work.Progress;

/// Compares the bytes and values of pairs. Immutable and thread-safe; the threads live as long as a
/// call.
///
/// @param threadCount how many threads read, the calling one among them, at least 1
public record PairScan(int threadCount) {

  /// With as many threads as are worth while.
  public static PairScan onAllProcessors() {
    return new PairScan(ParallelWork.usualThreads());
  }

  /// As on all processors, but one of several is left to others.
  public static PairScan besideOthers() {
    return new PairScan(ParallelWork.threadsBesideOthers());
  }

  /// Compares every pair. Stops at the first difference of each, and where there is one makes all
  /// figures in a pass over both.
  ///
  /// @param results receives a result for every pair: one call at a time, in any order
  /// @param cancellation asked before each chunk
  /// @param progress in bytes of both sides
  /// @throws io.github.tensorloupe.model.FileChangedException if a file of either side changed
  /// @throws IOException if reading fails; results given before stay right
  public void run(
      List<TensorPair> pairs,
      Results<PairResult> results,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    throw new UnsupportedOperationException();
  }

  /// The results that need no bytes: of every pair.
  public static PairResult ofHeaders(TensorPair pair) {
    throw new UnsupportedOperationException();
  }
}
