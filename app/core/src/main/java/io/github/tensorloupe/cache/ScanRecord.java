package io.github.tensorloupe.cache;

import module java.base;

import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.health.ZeroPages;
import io.github.tensorloupe.storage.KnownValues;

/// The scan results of a file.
///
/// @param health by tensor, null if unknown
/// @param figures likewise
record ScanRecord(TensorHealth[] health, TensorSummary[] figures) {

  /// The limits for a file with the given number of tensors.
  static CacheStore.Limits limits(int tensorCount) {
    long rowTokens = 60 + 4L * ZeroPages.MAX_RUNS;
    return new CacheStore.Limits(
        (tensorCount + 1) * rowTokens, (tensorCount + 1) * rowTokens * Long.BYTES);
  }

  static ScanRecord of(KnownValues values) {
    ScanRecord all =
        new ScanRecord(
            new TensorHealth[values.tensorCount()], new TensorSummary[values.tensorCount()]);
    for (int i = 0; i < values.tensorCount(); i++) {
      all.health[i] = values.health(i).orElse(null);
      all.figures[i] = values.figures(i).orElse(null);
    }
    return all;
  }

  /// Returns the results, or empty if they do not belong to a file with the given number of
  /// tensors.
  Optional<KnownValues> values(int tensorCount) {
    return health.length == tensorCount && figures.length == tensorCount
        ? Optional.of(new KnownValues(health, figures))
        : Optional.empty();
  }
}
