package io.github.tensorloupe.desktop.pane.layers;

import io.github.tensorloupe.analysis.distribution.TensorFigures;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.layers.LayerStack;
import io.github.tensorloupe.analysis.layers.LayerStatistic;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntPredicate;

/// One statistic of the tensors of a stack, as far as it is known at one time. Not changed once
/// made.
final class StackValues {

  private final int[] tensors;
  private final double[] values;
  private final BitSet known = new BitSet();
  private final BitSet notFinite = new BitSet();
  private int missingCount;

  private StackValues(int[] tensors) {
    this.tensors = tensors.clone();
    Arrays.sort(this.tensors);
    this.values = new double[tensors.length];
  }

  /// Asks for the values.
  ///
  /// @param isThere whether a tensor's bytes are in the file, so that its values can be known
  static StackValues of(
      LayerStack stack, LayerStatistic statistic, TensorResults results, IntPredicate isThere) {
    StackValues all = new StackValues(stack.tensors());
    for (int i = 0; i < all.tensors.length; i++) {
      Optional<TensorHealth> health = results.health().apply(all.tensors[i]);
      Optional<TensorFigures> figures = results.figures().apply(all.tensors[i]);
      OptionalDouble value = statistic.of(health, figures);
      all.values[i] = value.orElse(Double.NaN);
      all.known.set(i, value.isPresent());
      all.notFinite.set(i, isNotFinite(health, figures));
      if (value.isEmpty() && isThere.test(all.tensors[i])) {
        all.missingCount++;
      }
    }
    return all;
  }

  private static boolean isNotFinite(
      Optional<TensorHealth> health, Optional<TensorFigures> figures) {
    return health.filter(values -> values.nonFiniteCount() > 0).isPresent()
        || figures
            .map(TensorFigures::counts)
            .filter(counts -> counts.total() > counts.finite())
            .isPresent();
  }

  private int indexOf(int tensor) {
    return Arrays.binarySearch(tensors, tensor);
  }

  boolean isKnown(int tensor) {
    return known.get(indexOf(tensor));
  }

  /// The value of a tensor; NaN where it is not known, or no value of the tensor is finite.
  double value(int tensor) {
    return values[indexOf(tensor)];
  }

  boolean isNotFinite(int tensor) {
    return notFinite.get(indexOf(tensor));
  }

  /// All values that are known; other places hold NaN.
  double[] known() {
    return values;
  }

  int knownCount() {
    return known.cardinality();
  }

  /// How many tensors have no value and could have one.
  int missingCount() {
    return missingCount;
  }

  boolean hasNotFinite() {
    return !notFinite.isEmpty();
  }

  boolean hasZeros() {
    return Arrays.stream(values).anyMatch(value -> value == 0);
  }
}
