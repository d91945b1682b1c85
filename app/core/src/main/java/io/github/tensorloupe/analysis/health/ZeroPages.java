package io.github.tensorloupe.analysis.health;

import module java.base;

import io.github.tensorloupe.format.ByteRange;

/// The pages of 4 KiB that are entirely inside a tensor and contain only zero bytes, as an
/// incomplete download leaves them. Pages begin at file offsets that are multiples of 4096.
///
/// @param runCount the number of runs of adjacent pages
/// @param runs the first runs, as file offsets, at most [#MAX_RUNS]
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
