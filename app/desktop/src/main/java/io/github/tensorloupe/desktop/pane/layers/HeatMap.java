package io.github.tensorloupe.desktop.pane.layers;

import io.github.tensorloupe.analysis.layers.LayerMap;
import io.github.tensorloupe.analysis.layers.LayerPlace;
import io.github.tensorloupe.analysis.layers.LayerStack;
import io.github.tensorloupe.analysis.layers.LayerStatistic;
import io.github.tensorloupe.analysis.layers.LayerStatistic.Spread;
import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.desktop.pane.layers.HeatCell.Kind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What the pane shows at one time: a stack coloured by a statistic. Not changed once made.
final class HeatMap {

  private final LayerStack stack;
  private final LayerStatistic statistic;
  private final StackValues values;
  private final HeatScale scale;
  private final List<Outlier> outliers;
  private final Map<Integer, Outlier> outliersByTensor;
  private final boolean searched;

  /// @param values those of the stack's tensors
  /// @param outliers of the stack, the farthest first
  /// @param searched whether outliers have been looked for
  HeatMap(
      LayerStack stack,
      LayerStatistic statistic,
      StackValues values,
      List<Outlier> outliers,
      boolean searched) {
    this.stack = stack;
    this.statistic = statistic;
    this.values = values;
    this.scale = HeatScale.of(statistic.spread(), values.known());
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

  HeatScale scale() {
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

  /// How many tensors have a value.
  int knownCount() {
    return values.knownCount();
  }

  /// How many tensors have no value and could have one.
  int missingCount() {
    return values.missingCount();
  }

  /// Whether outliers have been looked for.
  boolean searched() {
    return searched;
  }

  boolean hasZeros() {
    return statistic.spread() == Spread.LOGARITHMIC && values.hasZeros();
  }

  boolean hasNotFinite() {
    return values.hasNotFinite();
  }

  HeatCell cell(LayerPlace place) {
    int tensor = stack.tensor(place.row(), place.column());
    if (tensor == LayerMap.NO_TENSOR) {
      return HeatCell.EMPTY;
    }
    double value = values.value(tensor);
    return new HeatCell(
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
}
