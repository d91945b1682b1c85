package io.github.tensorloupe.compare;

import module java.base;

/// The differences between two checkpoints, counted.
///
/// @param equal pairs that are equal; with headers only, those that may be
/// @param renamed pairs under two names
/// @param unreadable pairs of which bytes are missing
/// @param pending pairs that are not compared yet
/// @param tolerated pairs whose difference does not count, though there is one
/// @param identical true if every pair is equal and by name and the metadata agree, whatever the
///   options; empty where that is not known
/// @param differs true if anything counts
public record Totals(
    long equal,
    long sameHeader,
    long values,
    long dtype,
    long shape,
    long added,
    long removed,
    long unreadable,
    long pending,
    long renamed,
    long metadataChanges,
    long tolerated,
    Optional<Boolean> identical,
    boolean differs) {

  /// Counts them. Takes time in proportion to the number of pairs.
  public static Totals of(Comparison comparison) {
    long[] counts = new long[Change.values().length];
    long pending = 0;
    long renamed = 0;
    long tolerated = 0;
    CompareOptions options = comparison.options();
    for (int i = 0; i < comparison.pairs().size(); i++) {
      PairResult result = comparison.results().get(i);
      renamed += comparison.pairs().get(i).isRenamed() ? 1 : 0;
      if (result == null) {
        pending++;
      } else {
        counts[result.change().ordinal()]++;
        boolean isNear =
            options.tolerance().isPresent()
                && result.isTolerated(options.tolerance().getAsDouble());
        tolerated += isNear ? 1 : 0;
      }
    }
    return of(counts, pending, renamed, tolerated, comparison);
  }

  private static Totals of(
      long[] counts, long pending, long renamed, long tolerated, Comparison comparison) {
    CompareOptions options = comparison.options();
    long metadata = comparison.metadata().size();
    long values = counts[Change.VALUES.ordinal()];
    long dtype = counts[Change.DTYPE.ordinal()];
    long sameHeader = counts[Change.SAME_HEADER.ordinal()];
    long unreadable = counts[Change.UNREADABLE.ordinal()];
    long others =
        counts[Change.SHAPE.ordinal()]
            + counts[Change.ADDED.ordinal()]
            + counts[Change.REMOVED.ordinal()];
    boolean isDifferent = others + values + dtype + renamed + metadata > 0;
    boolean isUnknown = options.structure() || sameHeader + unreadable + pending > 0;
    Optional<Boolean> identical =
        isDifferent ? Optional.of(false) : isUnknown ? Optional.empty() : Optional.of(true);
    return new Totals(
        counts[Change.EQUAL.ordinal()],
        sameHeader,
        values,
        dtype,
        counts[Change.SHAPE.ordinal()],
        counts[Change.ADDED.ordinal()],
        counts[Change.REMOVED.ordinal()],
        unreadable,
        pending,
        renamed,
        metadata,
        tolerated,
        identical,
        others + values + dtype - tolerated > 0
            || renamed > 0 && !options.ignoreNames()
            || metadata > 0 && !options.ignoreMetadata());
  }

  /// The pairs, and the tensors without a partner.
  public long all() {
    return equal + sameHeader + values + dtype + shape + added + removed + unreadable + pending;
  }
}
