package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.chart.AxisTicks;
import io.github.tensorloupe.analysis.chart.ChartAxis;
import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.Entropy;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.histogram.ChartParts.Quantile;
import io.github.tensorloupe.desktop.pane.histogram.FiguresPane.Figure;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.scene.control.Label;

/// Figures with their names, either one below the other or side by side. Where there is no room for
/// all, the last ones are left out.
final class FiguresPane extends Pane {

  private record Entry(Label label, Label value) {}

  private static final double ROW_HEIGHT = 22;
  private static final double COLUMN_GAP = 16;
  private static final double MAX_WIDTH = 232;
  private static final double CELL_WIDTH = 92;
  private static final double CELL_HEIGHT = 36;

  private List<Entry> entries = List.of();
  private boolean isBeside;

  FiguresPane() {
    PanelParts.named(this, "histogram-figures", "figures-pane");
    setMinHeight(0);
  }

  void show(List<Figure> figures) {
    entries = figures.stream().map(FiguresPane::entry).toList();
    getChildren().clear();
    entries.forEach(entry -> getChildren().addAll(entry.label(), entry.value()));
  }

  private static Entry entry(Figure figure) {
    Label label = PanelParts.label(figure.label(), "caption");
    Label value = PanelParts.named(new Label(figure.value()), figure.id(), "mono");
    value.setAccessibleHelp(figure.explanation());
    Tooltip tip = Tips.of(figure.value() + "\n" + figure.explanation());
    label.setTooltip(tip);
    value.setTooltip(tip);
    label.setLabelFor(value);
    return new Entry(label, value);
  }

  /// All figures with their names, one a line, also those that there is no room for.
  String text() {
    return entries.stream()
        .map(entry -> entry.label().getText() + "\t" + entry.value().getText())
        .collect(Collectors.joining("\n"));
  }

  /// Places the figures side by side, or one below the other.
  void setBeside(boolean beside) {
    if (isBeside != beside) {
      isBeside = beside;
      requestLayout();
    }
  }

  private int columns(double width) {
    double inner = width - snappedLeftInset() - snappedRightInset();
    return isBeside ? (int) Math.clamp(inner / CELL_WIDTH, 1, Math.max(1, entries.size())) : 1;
  }

  @Override
  protected double computePrefWidth(double height) {
    double content =
        entries.stream()
            .mapToDouble(it -> it.label().prefWidth(-1) + COLUMN_GAP + it.value().prefWidth(-1))
            .max()
            .orElse(0);
    return Math.min(MAX_WIDTH, content) + snappedLeftInset() + snappedRightInset();
  }

  @Override
  protected double computePrefHeight(double width) {
    double lines = Math.ceilDiv(entries.size(), columns(width));
    return snappedTopInset() + lines * (isBeside ? CELL_HEIGHT : ROW_HEIGHT) + snappedBottomInset();
  }

  @Override
  protected void layoutChildren() {
    int columns = columns(getWidth());
    double width = (getWidth() - snappedLeftInset() - snappedRightInset()) / columns;
    double height = isBeside ? CELL_HEIGHT : ROW_HEIGHT;
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      double left = snapPositionX(snappedLeftInset() + i % columns * width);
      double top = snappedTopInset() + i / columns * height;
      if (isBeside) {
        placeCell(entry, left, top, width - COLUMN_GAP / 2);
      } else {
        placeRow(entry, left, top, width);
      }
      boolean fits = top + height <= getHeight() - snappedBottomInset() + 1;
      entry.label().setVisible(fits);
      entry.value().setVisible(fits);
    }
  }

  private void placeRow(Entry entry, double left, double top, double width) {
    double labelWidth = snapSizeX(entry.label().prefWidth(-1));
    double valueWidth =
        Math.min(snapSizeX(entry.value().prefWidth(-1)), width - labelWidth - COLUMN_GAP / 2);
    entry.label().resizeRelocate(left, top, labelWidth, ROW_HEIGHT);
    entry.value().resizeRelocate(left + width - valueWidth, top, valueWidth, ROW_HEIGHT);
  }

  private static void placeCell(Entry entry, double left, double top, double width) {
    entry.label().resizeRelocate(left, top, width, CELL_HEIGHT / 2 - 2);
    entry.value().resizeRelocate(left, top + CELL_HEIGHT / 2 - 2, width, CELL_HEIGHT / 2 - 2);
  }

  /// A named number.
  ///
  /// @param id of the node of its value
  record Figure(String id, String label, String value, String explanation) {}

  /// The figures that sum a distribution up, the most telling first.
  ///
  /// @param distribution with at least one finite value
  record KeyFigures(Distribution distribution, Messages messages) {

    List<Figure> list() {
      List<Figure> figures = new ArrayList<>();
      figures.add(figure("min", number(distribution.min())));
      figures.add(figure("max", number(distribution.max())));
      figures.add(figure("mean", number(distribution.mean())));
      figures.add(figure("std", new NumberText(messages).of(distribution.standardDeviation())));
      figures.add(figure("rms", number(distribution.rootMeanSquare())));
      Quantile.ALL.forEach(each -> figures.add(figure(each)));
      figures.add(share("zeros", distribution.counts().zero()));
      if (!ChartAxis.isInteger(distribution.min())) {
        figures.add(share("subnormals", distribution.counts().subnormal()));
      }
      figures.add(entropy());
      return figures;
    }

    private String number(Number value) {
      double spread = distribution.max().doubleValue() - distribution.min().doubleValue();
      return new NumberText(messages).of(value, spread);
    }

    private String approximately(String text) {
      return messages.text("histogram.approximately", text);
    }

    private Figure figure(Quantile each) {
      Number value = distribution.quantile(each.probability());
      boolean exact = distribution.isQuantileExact(each.probability());
      String approximate = approximately(new NumberText(messages).approximate(value));
      return figure(each.key(), exact ? number(value) : approximate);
    }

    private Figure share(String name, long count) {
      return figure(name, messages.share((double) count / distribution.counts().total()));
    }

    private Figure entropy() {
      Entropy entropy = distribution.entropy();
      double count = distribution.counts().total();
      String total = bits(entropy.totalBits() / count);
      String value = messages.text("histogram.entropy", total, bits(entropy.storedBits() / count));
      return entropy.isExact()
          ? figure("entropy", value, "histogram.entropy.exact")
          : figure("entropy", approximately(value), "histogram.entropy.estimate");
    }

    private String bits(double bits) {
      return messages.localized(
          String.format(Locale.ENGLISH, bits == Math.rint(bits) ? "%.0f" : "%.1f", bits));
    }

    private Figure figure(String name, String value) {
      return figure(name, value, "histogram.explain." + name);
    }

    private Figure figure(String name, String value, String explanationKey) {
      String label = messages.text("histogram.figure." + name);
      return new Figure("histogram-" + name, label, value, messages.text(explanationKey));
    }
  }

  /// Formats numbers of statistics.
  record NumberText(Messages messages) {

    /// Up to here six digits leave three for the differences.
    private static final double MAX_RATIO = 1000;

    private static final int MORE_DIGITS = 3;
    private static final int EXACT_DIGITS = 17;
    private static final int APPROXIMATE_DIGITS = 3;

    /// An integer in full, another number with at most six significant digits.
    String of(Number number) {
      return ChartAxis.isInteger(number)
          ? messages.localized(String.format(Locale.ENGLISH, "%,d", number)).replace('-', '−')
          : messages.value(number.doubleValue());
    }

    /// A number among others that lie close together: with as many digits as tell them apart.
    ///
    /// @param spread the range of the others; 0 where they are equal
    String of(Number number, double spread) {
      double value = number.doubleValue();
      double ratio = Math.abs(value) / spread;
      if (ChartAxis.isInteger(number) || !(ratio > MAX_RATIO) || Double.isInfinite(ratio)) {
        return of(number);
      }
      int digits = Math.min(EXACT_DIGITS, (int) Math.ceil(Math.log10(ratio)) + MORE_DIGITS);
      return messages.localized(
          AxisTicks.text(new BigDecimal(value).round(new MathContext(digits))));
    }

    /// A number that is known to about 1/256, without digits that mean nothing.
    String approximate(Number number) {
      BigDecimal exact = new BigDecimal(number.toString());
      return messages.value(exact.round(new MathContext(APPROXIMATE_DIGITS)).doubleValue());
    }
  }
}
