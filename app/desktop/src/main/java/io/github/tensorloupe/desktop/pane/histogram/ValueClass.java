package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.analysis.health.Occurrences;
import io.github.tensorloupe.analysis.health.TensorHealth;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/// Values that are counted by themselves and have a badge each.
enum ValueClass {
  NAN("nan", ValueCounts::nan, TensorHealth::nan),
  POSITIVE_INFINITY(
      "positive-infinity", ValueCounts::positiveInfinity, TensorHealth::positiveInfinity),
  NEGATIVE_INFINITY(
      "negative-infinity", ValueCounts::negativeInfinity, TensorHealth::negativeInfinity),
  ZERO("zero", ValueCounts::zero, TensorHealth::zero),
  SUBNORMAL("subnormal", ValueCounts::subnormal, TensorHealth::subnormal);

  private final String key;
  private final ToLongFunction<ValueCounts> count;
  private final Function<TensorHealth, Occurrences> occurrences;

  ValueClass(
      String key,
      ToLongFunction<ValueCounts> count,
      Function<TensorHealth, Occurrences> occurrences) {
    this.key = key;
    this.count = count;
    this.occurrences = occurrences;
  }

  /// The last part of its message keys and of its badge's id.
  String key() {
    return key;
  }

  /// How many of them were counted.
  long countIn(ValueCounts counts) {
    return count.applyAsLong(counts);
  }

  /// How often and where first a tensor has them.
  Occurrences in(TensorHealth health) {
    return occurrences.apply(health);
  }
}
