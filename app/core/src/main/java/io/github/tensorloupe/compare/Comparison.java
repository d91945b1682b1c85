package io.github.tensorloupe.compare;

import module java.base;

/// The state of a comparison of two checkpoints, which may still be running.
///
/// @param results the results by pair index; null for pending pairs
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

  /// Returns the kind of difference of a pair, or empty if the pair is pending.
  public Optional<Change> change(int pair) {
    return result(pair).map(_ -> changeSoFar(pair));
  }

  /// Returns the kind of difference of a pair. For a pending pair, returns the kind according to
  /// the headers. A tensor whose counterpart may be in an unreadable file is neither added nor
  /// removed.
  public Change changeSoFar(int pair) {
    TensorPair of = pairs.get(pair);
    return of.unknownReason(a, b).isPresent()
        ? Change.UNREADABLE
        : result(pair).map(PairResult::change).orElseGet(() -> PairScan.changeOfHeaders(of));
  }
}
