package io.github.tensorloupe.desktop.pane.layers;

import module java.base;

import io.github.tensorloupe.analysis.layers.LayerPlace;
import io.github.tensorloupe.analysis.layers.LayerStatistic;
import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.desktop.pane.layers.ColoredStack.Cell;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;

/// The text for a place of the map.
final class CellText {

  private final Messages messages;

  CellText(Messages messages) {
    this.messages = messages;
  }

  String name(LayerStatistic statistic) {
    return messages.text(
        "layers.statistic." + statistic.name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }

  /// A value of a statistic.
  static String value(LayerStatistic statistic, double value) {
    return switch (statistic) {
      case NAN_COUNT -> Figures.count((long) value);
      case SPARSITY -> Figures.share(value);
      case ROOT_MEAN_SQUARE, ABSOLUTE_MAX, MEAN, STANDARD_DEVIATION -> Figures.value(value);
    };
  }

  /// The same with three significant digits at most.
  static String shortValue(LayerStatistic statistic, double value) {
    return value(statistic, statistic == LayerStatistic.NAN_COUNT ? value : rounded(value, 3));
  }

  /// Layer, role and what is known.
  String of(ColoredStack map, LayerPlace place) {
    List<String> parts = new ArrayList<>();
    parts.add(
        messages.text("layers.readout.layer", Integer.toString(map.stack().layer(place.row()))));
    parts.add(DisplayText.of(map.stack().roles().get(place.column())));
    Cell cell = map.cell(place);
    parts.add(known(map.statistic(), cell));
    if (cell.notFinite() && cell.kind() != Cell.Kind.NO_NUMBER) {
      parts.add(messages.text("layers.readout.not-finite"));
    }
    outlier(map, place).ifPresent(outlier -> parts.add(text(outlier)));
    return String.join(" · ", parts);
  }

  private static Optional<Outlier> outlier(ColoredStack map, LayerPlace place) {
    return map.outlier(map.stack().tensor(place.row(), place.column()));
  }

  private String known(LayerStatistic statistic, Cell cell) {
    return switch (cell.kind()) {
      case EMPTY -> messages.text("layers.readout.empty");
      case UNKNOWN -> messages.text("layers.readout.unknown");
      case NO_NUMBER -> messages.text("layers.readout.no-number");
      case ZERO, VALUE -> name(statistic) + " " + value(statistic, cell.value());
    };
  }

  private String text(Outlier outlier) {
    boolean above = outlier.factor() > 1;
    double times = above ? outlier.factor() : 1 / outlier.factor();
    return messages.text(
        above ? "layers.readout.above" : "layers.readout.below", Figures.value(rounded(times, 2)));
  }

  private static double rounded(double value, int digits) {
    return value == 0 || !(Math.abs(value) < Double.POSITIVE_INFINITY)
        ? value
        : new BigDecimal(value).round(new MathContext(digits)).doubleValue();
  }
}
