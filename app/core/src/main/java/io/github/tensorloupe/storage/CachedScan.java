package io.github.tensorloupe.storage;

import module java.base;

import io.github.tensorloupe.analysis.distribution.TensorFigures;
import io.github.tensorloupe.analysis.health.TensorHealth;

/// The results of scans of the tensors of one file, in the order of its header.
///
/// @param health of each tensor, empty where it was not looked at
/// @param figures of each tensor, empty where they were not counted
public record CachedScan(
    List<Optional<TensorHealth>> health, List<Optional<TensorFigures>> figures) {

  public CachedScan {
    health = List.copyOf(health);
    figures = List.copyOf(figures);
    if (health.size() != figures.size()) {
      throw new IllegalArgumentException(
          "health of %d tensors and figures of %d".formatted(health.size(), figures.size()));
    }
  }

  /// The number of tensors that the file has.
  public int tensorCount() {
    return health.size();
  }
}
