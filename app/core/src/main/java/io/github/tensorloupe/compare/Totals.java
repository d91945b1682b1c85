package io.github.tensorloupe.compare;

import module java.base;

/// The number of differences between two checkpoints.
///
/// @param counts the number of pairs by kind of difference; contains only kinds that occur
/// @param pending the number of pairs that are not compared yet
/// @param renamed the number of pairs with different names
/// @param reshaped the number of pairs with different shapes and equal bytes
/// @param tolerated the number of pairs whose difference is within the tolerance
/// @param identical true if all pairs, names and metadata are equal, regardless of options; empty
///   if unknown
/// @param differs true if any difference is not ignored by the options
public record Totals(
    Map<Change, Long> counts,
    long pending,
    long renamed,
    long reshaped,
    long metadataChanges,
    long tolerated,
    Optional<Boolean> identical,
    boolean differs) {

  public Totals {
    counts = Map.copyOf(counts);
  }

  public static Totals of(Comparison comparison) {
    CompareOptions options = comparison.options();
    Map<Change, Long> counts = new EnumMap<>(Change.class);
    long renamed = 0;
    long reshaped = 0;
    long tolerated = 0;
    for (int i = 0; i < comparison.pairs().size(); i++) {
      Optional<PairResult> result = comparison.result(i);
      comparison.change(i).ifPresent(change -> counts.merge(change, 1L, Long::sum));
      renamed += comparison.pairs().get(i).isRenamed() ? 1 : 0;
      reshaped += result.flatMap(PairResult::sameBytes).orElse(false) ? 1 : 0;
      tolerated += result.filter(options::isTolerated).isPresent() ? 1 : 0;
    }
    long metadata = comparison.metadata().size();
    long known = counts.values().stream().mapToLong(Long::longValue).sum();
    long different =
        sum(counts, Change.ADDED, Change.REMOVED, Change.SHAPE, Change.DTYPE, Change.VALUES);
    boolean isKnown = sum(counts, Change.EQUAL) == comparison.pairs().size();
    Optional<Boolean> identical =
        different + renamed + metadata > 0
            ? Optional.of(false)
            : isKnown && !options.structure() ? Optional.of(true) : Optional.empty();
    return new Totals(
        counts,
        comparison.pairs().size() - known,
        renamed,
        reshaped,
        metadata,
        tolerated,
        identical,
        different > tolerated
            || renamed > 0 && !options.ignoreNames()
            || metadata > 0 && !options.ignoreMetadata());
  }

  private static long sum(Map<Change, Long> counts, Change... changes) {
    return Stream.of(changes).mapToLong(change -> counts.getOrDefault(change, 0L)).sum();
  }

  public long count(Change... changes) {
    return sum(counts, changes);
  }

  /// Returns the number of pairs, including tensors without a counterpart.
  public long pairCount() {
    return count(Change.values()) + pending;
  }
}
