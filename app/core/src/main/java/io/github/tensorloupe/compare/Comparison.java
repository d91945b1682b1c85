package io.github.tensorloupe.compare;

import module java.base;

/// All that is known of two checkpoints beside each other.
///
/// @param results of each pair by its index; null where it is not compared yet
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

  /// The kind of difference of a pair; empty where it is not compared yet.
  public Optional<Change> change(int pair) {
    return result(pair).map(_ -> changeSoFar(pair));
  }

  /// The kind of difference of a pair, as the headers tell it until the pair is compared. A tensor
  /// that a side has in a file that cannot be read is neither added nor removed.
  public Change changeSoFar(int pair) {
    TensorPair of = pairs.get(pair);
    return of.absence(a, b).isPresent()
        ? Change.UNREADABLE
        : result(pair).map(PairResult::change).orElseGet(() -> PairScan.changeOfHeaders(of));
  }
}
