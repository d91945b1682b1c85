package io.github.tensorloupe.analysis.health;

import module java.base;

import io.github.tensorloupe.format.ByteRange;

/// The zero-filled pages of a tensor, a symptom of an incomplete download. A page is 4 KiB of the
/// file, begins at a multiple of 4096, and is entirely inside the tensor.
///
/// @param pageCount the number of zero-filled pages
/// @param runCount the number of runs of adjacent zero-filled pages
/// @param runs the file offsets of the first runs, at most [#MAX_RUNS]
public record ZeroPages(long pageCount, long runCount, List<ByteRange> runs) {

  public static final int PAGE_BYTES = 4096;

  public static final int MAX_RUNS = 64;

  public static final ZeroPages NONE = new ZeroPages(0, 0, List.of());

  public ZeroPages {
    runs = List.copyOf(runs);
    if (runs.size() != Math.min(runCount, MAX_RUNS)) {
      throw new IllegalArgumentException(runs.size() + " of " + runCount + " runs");
    }
  }

  public boolean any() {
    return pageCount > 0;
  }
}
