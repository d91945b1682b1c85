package io.github.tensorloupe.desktop.pane.layers;

import module java.base;

import io.github.tensorloupe.analysis.distribution.TensorFigures;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.layers.LayerMap;
import io.github.tensorloupe.analysis.layers.LayerPlace;
import io.github.tensorloupe.analysis.layers.LayerStack;
import io.github.tensorloupe.analysis.layers.LayerStatistic;
import io.github.tensorloupe.analysis.layers.LayerStatistic.Spread;
import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.analysis.layers.StatisticScale;
import io.github.tensorloupe.desktop.pane.layers.ColoredStack.Cell.Kind;
import io.github.tensorloupe.desktop.pane.layers.LayerMapViewModel.Results;

/// The content of the pane at one time: a stack colored by a statistic. Not changed once made.
final class ColoredStack {

  private final LayerStack stack;
  private final LayerStatistic statistic;
  private final Values values;
  private final StatisticScale scale;
  private final List<Outlier> outliers;
  private final Map<Integer, Outlier> outliersByTensor;
  private final boolean searched;

  /// @param values those of the stack's tensors
  /// @param outliers of the stack, the farthest first
  /// @param searched true if outliers have been looked for
  ColoredStack(
      LayerStack stack,
      LayerStatistic statistic,
      Values values,
      List<Outlier> outliers,
      boolean searched) {
    this.stack = stack;
    this.statistic = statistic;
    this.values = values;
    this.scale = StatisticScale.of(statistic.spread(), values.known());
    this.outliers = outliers;
    this.searched = searched;
    this.outliersByTensor =
        outliers.stream().collect(Collectors.toMap(Outlier::tensor, Function.identity()));
  }

  LayerStack stack() {
    return stack;
  }

  LayerStatistic statistic() {
    return statistic;
  }

  StatisticScale scale() {
    return scale;
  }

  /// The tensors of the stack that stand out, the farthest first.
  List<Outlier> outliers() {
    return outliers;
  }

  /// Why a tensor stands out, if it does.
  Optional<Outlier> outlier(int tensor) {
    return Optional.ofNullable(outliersByTensor.get(tensor));
  }

  int rowCount() {
    return stack.layerCount();
  }

  int columnCount() {
    return stack.roles().size();
  }

  boolean contains(LayerPlace place) {
    return place.row() < rowCount() && place.column() < columnCount();
  }

  /// The index of the tensor at a place, if there is one.
  Optional<Integer> tensor(LayerPlace place) {
    int tensor = stack.tensor(place.row(), place.column());
    return tensor == LayerMap.NO_TENSOR ? Optional.empty() : Optional.of(tensor);
  }

  int knownCount() {
    return values.knownCount();
  }

  int missingCount() {
    return values.missingCount();
  }

  /// True if outliers have been looked for.
  boolean searched() {
    return searched;
  }

  boolean hasZeros() {
    return statistic.spread() == Spread.LOGARITHMIC && values.hasZeros();
  }

  boolean hasNotFinite() {
    return values.hasNotFinite();
  }

  Cell cell(LayerPlace place) {
    int tensor = stack.tensor(place.row(), place.column());
    if (tensor == LayerMap.NO_TENSOR) {
      return Cell.EMPTY;
    }
    double value = values.value(tensor);
    return new Cell(
        kind(tensor, value),
        value,
        values.isNotFinite(tensor),
        outliersByTensor.containsKey(tensor));
  }

  private Kind kind(int tensor, double value) {
    if (!values.isKnown(tensor)) {
      return Kind.UNKNOWN;
    }
    if (Double.isNaN(value)) {
      return Kind.NO_NUMBER;
    }
    return value == 0 && statistic.spread() == Spread.LOGARITHMIC ? Kind.ZERO : Kind.VALUE;
  }

  /// The content of a place of the map.
  ///
  /// @param kind what is known
  /// @param value the statistic, of a kind that has one
  /// @param notFinite true if some values of the tensor are NaN or infinite
  /// @param standsOut true if the tensor's scale differs from that of its siblings
  record Cell(Kind kind, double value, boolean notFinite, boolean standsOut) {

    /// The kind of content.
    enum Kind {
      /// There is no tensor.
      EMPTY,
      /// Nothing, yet.
      UNKNOWN,
      /// That no value is finite, so that there is no statistic.
      NO_NUMBER,
      /// A zero that has no place on a logarithmic scale.
      ZERO,
      /// A value on the scale.
      VALUE
    }

    static final Cell EMPTY = new Cell(Kind.EMPTY, Double.NaN, false, false);
  }

  /// One statistic of the tensors of a stack, as far as it is known at one time. Not changed once
  /// made.
  static final class Values {

    private final int[] tensors;
    private final double[] values;
    private final BitSet known = new BitSet();
    private final BitSet notFinite = new BitSet();
    private int missingCount;

    private Values(int[] tensors) {
      this.tensors = tensors.clone();
      Arrays.sort(this.tensors);
      this.values = new double[tensors.length];
    }

    /// Asks for the values.
    ///
    /// @param isThere whether a tensor's bytes are in the file, so that its values can be known
    static Values of(
        LayerStack stack, LayerStatistic statistic, Results results, IntPredicate isThere) {
      Values all = new Values(stack.tensors());
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
}
