package io.github.tensorloupe.prefs;

import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.library.Health;
import io.github.tensorloupe.library.HealthMemory;
import io.github.tensorloupe.model.FileIdentity;
import java.util.List;
import java.util.Optional;

/// What the kept results of scans say of the values of files.
///
/// @param cache the results
public record KnownHealth(ScanCache cache) implements HealthMemory {

  @Override
  public Health of(FileIdentity identity, int tensorCount) {
    return cache.read(identity, tensorCount).map(scan -> of(scan.health())).orElse(Health.UNKNOWN);
  }

  private static Health of(List<Optional<TensorHealth>> tensors) {
    Health worst = Health.HEALTHY;
    boolean allKnown = true;
    for (Optional<TensorHealth> tensor : tensors) {
      allKnown &= tensor.isPresent();
      Health one = tensor.map(KnownHealth::of).orElse(Health.HEALTHY);
      worst = worst.compareTo(one) < 0 ? one : worst;
    }
    return allKnown || worst == Health.BROKEN ? worst : Health.UNKNOWN;
  }

  private static Health of(TensorHealth tensor) {
    if (!tensor.hasProblem()) {
      return Health.HEALTHY;
    }
    return tensor.issues().stream().anyMatch(issue -> issue.severity() == Severity.ERROR)
        ? Health.BROKEN
        : Health.DOUBTFUL;
  }
}
