package io.github.tensorloupe.storage;

import module java.base;

import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.library.Health;
import io.github.tensorloupe.library.HealthMemory;
import io.github.tensorloupe.model.FileIdentity;

/// The health of files according to the kept results of scans.
///
/// @param cache the results
public record KnownHealth(ScanCache cache) implements HealthMemory {

  @Override
  public Health of(FileIdentity identity, int tensorCount) {
    return cache.read(identity, tensorCount).map(scan -> of(scan.health())).orElse(Health.UNKNOWN);
  }

  private static Health of(List<Optional<TensorHealth>> tensors) {
    return tensors.stream()
        .map(tensor -> tensor.map(KnownHealth::of).orElse(Health.UNKNOWN))
        .reduce(Health.HEALTHY, Health::and);
  }

  private static Health of(TensorHealth tensor) {
    return tensor.issues().stream().map(KnownHealth::of).reduce(Health.HEALTHY, Health::and);
  }

  private static Health of(HealthIssue issue) {
    return switch (issue) {
      case NAN -> Health.NAN;
      case INF -> Health.INF;
      case ZERO_PAGES, ALL_ZERO, CONSTANT, INVALID_BOOL, EQUAL_ROWS -> Health.DOUBTFUL;
      case INITIAL_ZEROS, INITIAL_ONES -> Health.HEALTHY;
    };
  }
}
