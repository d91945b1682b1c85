package io.github.tensorloupe.desktop.control.layermap;

import module java.base;

import io.github.tensorloupe.analysis.layers.LayerMap;
import io.github.tensorloupe.analysis.layers.LayerPlace;
import io.github.tensorloupe.analysis.layers.LayerStack;
import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.analysis.layers.StatisticScale;
import io.github.tensorloupe.analysis.layers.StatisticScale.Spread;
import io.github.tensorloupe.desktop.control.layermap.StackStatistic.Cell.Kind;
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

    /// @param known the statistic, NaN where there is no number; empty while it is not known
    public static Cell of(
        Optional<Double> known, Spread spread, boolean notFinite, boolean standsOut) {
      double value = known.orElse(Double.NaN);
      boolean isApart = value == 0 && spread == Spread.LOGARITHMIC;
      Kind kind =
          known.isEmpty()
              ? Kind.UNKNOWN
              : Double.isNaN(value) ? Kind.NO_NUMBER : isApart ? Kind.ZERO : Kind.VALUE;
      return new Cell(kind, value, notFinite, standsOut);
    }

    public enum Kind {
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
  private final Spread spread;
  private final Optional<StatisticScale> shared;
  private final List<StatisticScale> scales;
  private final double[] medians;
  private final Map<Integer, Outlier> outliers = new LinkedHashMap<>();
  private final int[] tensors;

  /// Those of the tensors, in their order.
  private final Cell[] cells;

  private final int missingCount;

  /// The tensors that share a color scale.
  public enum Scaling {
    /// Those of a role, so that roles of other magnitudes do not take its colors away; a few values
    /// far from the others do not stretch the scale. Experts share one.
    EACH_ROLE,
    /// All, so that roles can be compared with each other.
    WHOLE_STACK
  }

  /// @param spread of the statistic
  /// @param known what is known of a tensor
  /// @param outlier the outlier that a tensor is among its siblings, if it is one
  /// @param isThere whether a tensor's bytes are in the file, so that its values can be known
  public StackStatistic(
      LayerStack stack,
      Spread spread,
      Scaling scaling,
      IntFunction<Cell> known,
      IntFunction<Optional<Outlier>> outlier,
      IntPredicate isThere) {
    this.stack = stack;
    this.spread = spread;
    tensors = stack.tensors();
    cells = new Cell[tensors.length];
    Arrays.stream(tensors)
        .mapToObj(outlier)
        .flatMap(Optional::stream)
        .sorted(Comparator.comparingDouble(found -> -Math.abs(found.score())))
        .forEach(found -> outliers.put(found.tensor(), found));
    int missing = 0;
    for (int i = 0; i < tensors.length; i++) {
      int tensor = tensors[i];
      cells[i] = known.apply(tensor);
      missing += cells[i].kind() == Kind.UNKNOWN && isThere.test(tensor) ? 1 : 0;
    }
    missingCount = missing;
    double[] all = Arrays.stream(cells).mapToDouble(Cell::value).toArray();
    shared =
        switch (scaling) {
          case WHOLE_STACK -> Optional.of(StatisticScale.of(spread, all));
          case EACH_ROLE -> stack.expertRole().map(_ -> StatisticScale.robust(spread, all));
        };
    List<double[]> byRole =
        stack.expertRole().isPresent() ? List.of(all) : stack.byRole().map(this::values).toList();
    medians = byRole.stream().mapToDouble(StackStatistic::medianSize).toArray();
    scales =
        shared
            .map(List::of)
            .orElseGet(
                () -> byRole.stream().map(each -> StatisticScale.robust(spread, each)).toList());
  }

  private Cell cell(int tensor) {
    return cells[Arrays.binarySearch(tensors, tensor)];
  }

  private double[] values(int[] ofRole) {
    return Arrays.stream(ofRole).mapToDouble(tensor -> cell(tensor).value()).toArray();
  }

  private static double medianSize(double[] values) {
    double[] positive = Arrays.stream(values).filter(value -> value > 0).toArray();
    return positive.length == 0 ? Double.NaN : StatisticScale.median(positive);
  }

  public LayerStack stack() {
    return stack;
  }

  public Spread spread() {
    return spread;
  }

  /// The scale of all columns, if they share one.
  public Optional<StatisticScale> sharedScale() {
    return shared;
  }

  public StatisticScale scale(int column) {
    return scales.get(scales.size() == 1 ? 0 : column);
  }

  /// The ratio of a tensor's statistic to the median of its role, of an expert to that of all
  /// experts; empty where one of them is not known, or the sign matters more than the ratio.
  public OptionalDouble toMedian(LayerPlace place) {
    double median = medians[medians.length == 1 ? 0 : place.column()];
    double ratio = cell(place).value() / median;
    return spread == Spread.LOGARITHMIC && Double.isFinite(ratio)
        ? OptionalDouble.of(ratio)
        : OptionalDouble.empty();
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
    return (int) Arrays.stream(cells).filter(cell -> cell.kind() != Kind.UNKNOWN).count();
  }

  /// The number of tensors whose statistic could be known and is not.
  public int missingCount() {
    return missingCount;
  }

  public boolean hasZeros() {
    return Arrays.stream(cells).anyMatch(cell -> cell.kind() == Kind.ZERO);
  }

  /// True if a tensor has no number that could be shown.
  public boolean hasNoNumbers() {
    return Arrays.stream(cells).anyMatch(cell -> cell.kind() == Kind.NO_NUMBER);
  }

  /// True if a tensor has values that are NaN or infinite.
  public boolean hasNotFinite() {
    return Arrays.stream(cells).anyMatch(Cell::notFinite);
  }

  public Cell cell(LayerPlace place) {
    return tensor(place).map(this::cell).orElse(Cell.EMPTY);
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
