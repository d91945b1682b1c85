package io.github.tensorloupe.analysis.layers;

import module java.base;

import io.github.tensorloupe.analysis.distribution.TensorFigures;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.layers.LayerStatistic.Spread;
import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.analysis.layers.StackStatistic.Cell.Kind;
import io.github.tensorloupe.format.DisplayText;

/// A statistic of the tensors of a stack on a scale, as far as it is known at one time. Not changed
/// once made.
public final class StackStatistic {

  private static final long MAX_TABLE_PLACES = 1_000_000;

  /// The content of a place.
  ///
  /// @param value the statistic, of a kind that has one
  /// @param notFinite true if some values of the tensor are NaN or infinite
  /// @param standsOut true if the tensor's scale differs from that of its siblings
  public record Cell(Kind kind, double value, boolean notFinite, boolean standsOut) {

    private static final Cell EMPTY = new Cell(Kind.EMPTY, Double.NaN, false, false);

    /// The kind of content.
    public enum Kind {
      /// There is no tensor.
      EMPTY,
      /// Nothing is known, yet.
      UNKNOWN,
      /// No value is finite, so that there is no statistic.
      NO_NUMBER,
      /// A zero that has no place on a logarithmic scale.
      ZERO,
      /// A value on the scale.
      VALUE
    }
  }

  private final LayerStack stack;
  private final LayerStatistic statistic;
  private final StatisticScale scale;
  private final Map<Integer, Outlier> outliers = new LinkedHashMap<>();
  private final int[] tensors;
  private final double[] values;
  private final BitSet known = new BitSet();
  private final BitSet notFinite = new BitSet();
  private int missingCount;

  /// @param health of a tensor, if it is known
  /// @param figures of a tensor, if they are known
  /// @param outlier the outlier that a tensor is among its siblings, if it is one
  /// @param isThere whether a tensor's bytes are in the file, so that its values can be known
  public StackStatistic(
      LayerStack stack,
      LayerStatistic statistic,
      IntFunction<Optional<TensorHealth>> health,
      IntFunction<Optional<TensorFigures>> figures,
      IntFunction<Optional<Outlier>> outlier,
      IntPredicate isThere) {
    this.stack = stack;
    this.statistic = statistic;
    this.tensors = stack.tensors();
    this.values = new double[tensors.length];
    for (int i = 0; i < tensors.length; i++) {
      read(i, health.apply(tensors[i]), figures.apply(tensors[i]), isThere);
    }
    this.scale = StatisticScale.of(statistic.spread(), values);
    Arrays.stream(tensors)
        .mapToObj(outlier)
        .flatMap(Optional::stream)
        .sorted(Comparator.comparingDouble(found -> -Math.abs(found.score())))
        .forEach(found -> outliers.put(found.tensor(), found));
  }

  private void read(
      int index,
      Optional<TensorHealth> health,
      Optional<TensorFigures> figures,
      IntPredicate isThere) {
    OptionalDouble value = statistic.of(health, figures);
    values[index] = value.orElse(Double.NaN);
    known.set(index, value.isPresent());
    notFinite.set(
        index,
        health.filter(each -> each.nonFiniteCount() > 0).isPresent()
            || figures
                .map(TensorFigures::counts)
                .filter(counts -> counts.total() > counts.finite())
                .isPresent());
    if (value.isEmpty() && isThere.test(tensors[index])) {
      missingCount++;
    }
  }

  public LayerStack stack() {
    return stack;
  }

  public LayerStatistic statistic() {
    return statistic;
  }

  public StatisticScale scale() {
    return scale;
  }

  /// The tensors of the stack that stand out, the farthest first.
  public List<Outlier> outliers() {
    return List.copyOf(outliers.values());
  }

  /// Why a tensor stands out, if it does.
  public Optional<Outlier> outlier(LayerPlace place) {
    return tensor(place).map(outliers::get);
  }

  public int rowCount() {
    return stack.layerCount();
  }

  public int columnCount() {
    return stack.roles().size();
  }

  public boolean contains(LayerPlace place) {
    return place.row() < rowCount() && place.column() < columnCount();
  }

  /// The index of the tensor at a place, if there is one.
  public Optional<Integer> tensor(LayerPlace place) {
    int tensor = stack.tensor(place.row(), place.column());
    return tensor == LayerMap.NO_TENSOR ? Optional.empty() : Optional.of(tensor);
  }

  /// The number of tensors whose statistic is known.
  public int knownCount() {
    return known.cardinality();
  }

  /// The number of tensors whose statistic could be known and is not.
  public int missingCount() {
    return missingCount;
  }

  /// True if a place is a [Kind#ZERO].
  public boolean hasZeros() {
    return statistic.spread() == Spread.LOGARITHMIC
        && Arrays.stream(values).anyMatch(value -> value == 0);
  }

  /// True if a tensor has values that are NaN or infinite.
  public boolean hasNotFinite() {
    return !notFinite.isEmpty();
  }

  public Cell cell(LayerPlace place) {
    int tensor = stack.tensor(place.row(), place.column());
    if (tensor == LayerMap.NO_TENSOR) {
      return Cell.EMPTY;
    }
    int index = Arrays.binarySearch(tensors, tensor);
    return new Cell(kind(index), values[index], notFinite.get(index), outliers.containsKey(tensor));
  }

  private Kind kind(int index) {
    if (!known.get(index)) {
      return Kind.UNKNOWN;
    }
    if (Double.isNaN(values[index])) {
      return Kind.NO_NUMBER;
    }
    return values[index] == 0 && statistic.spread() == Spread.LOGARITHMIC ? Kind.ZERO : Kind.VALUE;
  }

  /// True if there are few enough places for a [#table].
  public boolean fitsTable() {
    return (long) rowCount() * columnCount() <= MAX_TABLE_PLACES;
  }

  /// The statistic as a text that spreadsheets read: a line for each layer, tabs between the roles.
  /// Numbers have all their digits; what is not known is left empty.
  ///
  /// @param layerHeading above the numbers of the layers
  public String table(String layerHeading) {
    StringBuilder text = new StringBuilder(layerHeading);
    stack.roles().forEach(role -> text.append('\t').append(DisplayText.of(role)));
    text.append('\n');
    for (int row = 0; row < rowCount(); row++) {
      text.append(stack.layer(row));
      for (int column = 0; column < columnCount(); column++) {
        text.append('\t').append(digits(cell(new LayerPlace(row, column))));
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static String digits(Cell cell) {
    return switch (cell.kind()) {
      case EMPTY, UNKNOWN -> "";
      case NO_NUMBER -> "NaN";
      case ZERO -> "0";
      case VALUE ->
          cell.value() == Math.rint(cell.value()) && Math.abs(cell.value()) < 1L << 53
              ? Long.toString((long) cell.value())
              : Double.toString(cell.value());
    };
  }
}
