package io.github.tensorloupe.desktop.pane.filemap;

import io.github.tensorloupe.analysis.health.Occurrences;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.model.TensorData;
import java.util.stream.Stream;

/// Finds the first byte of the worst that is wrong with a tensor.
final class FirstProblem {

  private FirstProblem() {}

  /// A file offset: of the first NaN, else of the first infinity, else of the first hole, else of
  /// the first invalid truth value, else of the tensor itself.
  static long of(TensorData data, TensorHealth health) {
    if (health.nan().any()) {
      return offset(data, health.nan());
    }
    Stream<Occurrences> infinities =
        Stream.of(health.positiveInfinity(), health.negativeInfinity()).filter(Occurrences::any);
    return infinities
        .mapToLong(each -> offset(data, each))
        .min()
        .orElseGet(() -> ofOdd(data, health));
  }

  private static long ofOdd(TensorData data, TensorHealth health) {
    if (health.zeroPages().any() && !health.isAllZero()) {
      return health.zeroPages().runs().getFirst().begin();
    }
    return health.invalid().any() ? offset(data, health.invalid()) : data.range().begin();
  }

  private static long offset(TensorData data, Occurrences occurrences) {
    return data.bytesOfPart(occurrences.firstIndex()).begin();
  }
}
