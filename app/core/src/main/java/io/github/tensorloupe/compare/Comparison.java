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

  /// The kind of difference of a pair, as the headers tell it until the pair is compared.
  public Change change(int pair) {
    PairResult result = results.get(pair);
    return result == null ? PairScan.changeOfHeaders(pairs.get(pair)) : result.change();
  }
}
