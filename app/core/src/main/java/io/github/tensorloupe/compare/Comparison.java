package io.github.tensorloupe.compare;

import module java.base;

/// A complete or running comparison of two checkpoints.
///
/// @param results the results by the index of the pair; null for pending pairs
public record Comparison(
    Side a,
    Side b,
    List<TensorPair> pairs,
    List<PairResult> results,
    List<MetadataDifference> metadata,
    CompareOptions options) {

  public Optional<PairResult> result(int pair) {
    return Optional.ofNullable(results.get(pair));
  }

  public Optional<Figures> figures(int pair) {
    return result(pair).flatMap(PairResult::figures);
  }

  /// Returns the kind of difference of a pair; empty if it is pending.
  public Optional<Change> change(int pair) {
    return result(pair).map(_ -> changeSoFar(pair));
  }

  /// Returns the kind of difference of a pair, derived from headers while it is pending. Tensors in
  /// unreadable files count as neither added nor removed.
  public Change changeSoFar(int pair) {
    TensorPair of = pairs.get(pair);
    return of.absence(a, b).isPresent()
        ? Change.UNREADABLE
        : result(pair).map(PairResult::change).orElseGet(() -> PairScan.changeOfHeaders(of));
  }
}
