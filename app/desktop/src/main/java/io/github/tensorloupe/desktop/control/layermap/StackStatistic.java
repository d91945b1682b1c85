package io.github.tensorloupe.desktop.control.layermap;

import module java.base;

import io.github.tensorloupe.analysis.layers.LayerCell;
import io.github.tensorloupe.analysis.layers.LayerMap;
import io.github.tensorloupe.analysis.layers.LayerStack;
import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.desktop.control.layermap.StackStatistic.Cell.Kind;
import io.github.tensorloupe.desktop.control.layermap.StatisticScale.Spread;
import io.github.tensorloupe.format.DisplayText;

/// A statistic of the tensors of a stack with its color scales: a snapshot of the known values.
/// Immutable.
public final class StackStatistic {

  private static final long MAX_TABLE_PLACES = 1_000_000;

  /// The content of a place.
  ///
  /// @param value the statistic, for kinds that have one
  /// @param notFinite true if some values of the tensor are NaN or infinite
  /// @param isOutlier true if the tensor is an outlier among its siblings
  public record Cell(Kind kind, double value, boolean notFinite, boolean isOutlier) {

    private static final Cell EMPTY = new Cell(Kind.EMPTY, Double.NaN, false, false);

    /// @param known the statistic, NaN if there is no number; empty while it is unknown
    public static Cell of(
        Optional<Double> known, Spread spread, boolean notFinite, boolean isOutlier) {
      double value = known.orElse(Double.NaN);
      boolean isApart = value == 0 && spread == Spread.LOGARITHMIC;
      Kind kind =
          known.isEmpty()
              ? Kind.UNKNOWN
              : Double.isNaN(value) ? Kind.NO_NUMBER : isApart ? Kind.ZERO : Kind.VALUE;
      return new Cell(kind, value, notFinite, isOutlier);
    }

    public enum Kind {
      EMPTY,
      /// Not known yet.
      UNKNOWN,
      /// No value is finite, so that there is no statistic.
      NO_NUMBER,
      /// A zero, which has no position on a logarithmic scale.
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

  /// The cells of the tensors, in their order.
  private final Cell[] cells;

  private final int missingCount;

  /// The tensors that share a color scale.
  public enum Scaling {
    /// The tensors of a role, so that each role uses the full range of colors; a few values far
    /// from the others do not stretch the scale. All experts share one scale.
    EACH_ROLE,
    /// All tensors, so that roles can be compared.
    WHOLE_STACK
  }

  /// @param spread of the statistic
  /// @param known returns the known content of a tensor
  /// @param outlier returns the outlier for a tensor, if it is one among its siblings
  /// @param isThere returns whether the file contains the bytes of a tensor, so that its values can
  ///   be known
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

  /// Returns the scale of all columns, if they share one.
  public Optional<StatisticScale> sharedScale() {
    return shared;
  }

  public StatisticScale scale(int column) {
    return scales.get(scales.size() == 1 ? 0 : column);
  }

  /// Returns the ratio of a tensor's statistic to the median of its role, or of all experts for an
  /// expert. Empty if either is unknown, or if the statistic is not logarithmic.
  public OptionalDouble toMedian(LayerCell place) {
    double median = medians[medians.length == 1 ? 0 : place.column()];
    double ratio = cell(place).value() / median;
    return spread == Spread.LOGARITHMIC && Double.isFinite(ratio)
        ? OptionalDouble.of(ratio)
        : OptionalDouble.empty();
  }

  /// Returns the outliers of the stack, the largest deviation first.
  public List<Outlier> outliers() {
    return List.copyOf(outliers.values());
  }

  /// Returns the outlier at a place, if there is one.
  public Optional<Outlier> outlier(LayerCell place) {
    return tensor(place).map(outliers::get);
  }

  public int rowCount() {
    return stack.layerCount();
  }

  public int columnCount() {
    return stack.roles().size();
  }

  public boolean contains(LayerCell place) {
    return place.row() < rowCount() && place.column() < columnCount();
  }

  /// Returns the index of the tensor at a place, if there is one.
  public Optional<Integer> tensor(LayerCell place) {
    int tensor = stack.tensor(place.row(), place.column());
    return tensor == LayerMap.NO_TENSOR ? Optional.empty() : Optional.of(tensor);
  }

  /// Returns the number of tensors whose statistic is known.
  public int knownCount() {
    return (int) Arrays.stream(cells).filter(cell -> cell.kind() != Kind.UNKNOWN).count();
  }

  /// Returns the number of tensors whose statistic is not known yet.
  public int missingCount() {
    return missingCount;
  }

  public boolean hasZeros() {
    return Arrays.stream(cells).anyMatch(cell -> cell.kind() == Kind.ZERO);
  }

  /// Returns true if any tensor has no statistic because none of its values is finite.
  public boolean hasNoNumbers() {
    return Arrays.stream(cells).anyMatch(cell -> cell.kind() == Kind.NO_NUMBER);
  }

  /// Returns true if any tensor has values that are NaN or infinite.
  public boolean hasNotFinite() {
    return Arrays.stream(cells).anyMatch(Cell::notFinite);
  }

  public Cell cell(LayerCell place) {
    return tensor(place).map(this::cell).orElse(Cell.EMPTY);
  }

  /// Returns true if the map is small enough for a [#table].
  public boolean fitsTable() {
    return (long) rowCount() * columnCount() <= MAX_TABLE_PLACES;
  }

  /// Returns the statistic as text for spreadsheets: a line for each layer, and tabs between the
  /// roles. Numbers have full precision; unknown values are empty.
  ///
  /// @param layerHeading heading of the layer numbers
  public String table(String layerHeading) {
    StringBuilder text = new StringBuilder(layerHeading);
    stack.roles().forEach(role -> text.append('\t').append(DisplayText.of(role)));
    text.append('\n');
    for (int row = 0; row < rowCount(); row++) {
      text.append(stack.layerLabel(row));
      for (int column = 0; column < columnCount(); column++) {
        text.append('\t').append(digits(cell(new LayerCell(row, column))));
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
