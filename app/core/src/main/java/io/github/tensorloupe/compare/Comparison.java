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
    CompareOptions options) {}
