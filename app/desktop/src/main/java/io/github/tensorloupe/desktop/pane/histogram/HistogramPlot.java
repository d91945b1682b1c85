package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.graphics;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.desktop.control.plot.AxisTicks;
import io.github.tensorloupe.desktop.control.plot.BinSelection;
import io.github.tensorloupe.desktop.control.plot.ChartAxis;
import io.github.tensorloupe.desktop.control.plot.ChartData;
import io.github.tensorloupe.desktop.control.plot.ChartData.Outline;
import io.github.tensorloupe.desktop.control.plot.CountScale;
import io.github.tensorloupe.desktop.control.plot.Plot;
import io.github.tensorloupe.desktop.control.plot.Plot.Tick;
import io.github.tensorloupe.desktop.control.plot.PlotArea;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.SvgPicture.Anchor;

/// Paints a distribution as bars, with axes, a line at zero, quantiles, and the compared
/// distributions as stepped lines.
record HistogramPlot(Plot plot, ChartData data, CountScale scale, Messages messages) {

  /// The colors of the bars and lines.
  enum Ink {
    TITLE,
    BAR,
    MARKED_BAR,
    MARKED_COLUMN,
    SIBLINGS,
    CARET
  }

  /// The dashes of pinned distributions.
  static final List<List<Double>> DASHES =
      List.of(
          List.of(),
          List.of(6.0, 3.0),
          List.of(2.0, 2.0),
          List.of(10.0, 2.0),
          List.of(4.0, 4.0),
          List.of(1.0, 3.0));

  /// The names of the colors of pinned distributions.
  static final List<String> SERIES =
      IntStream.range(0, DASHES.size()).mapToObj(i -> "series-" + i).toList();

  private static final double OUTLINE_WIDTH = 1.5;
  private static final double SIBLING_OPACITY = 0.35;
  private static final double ZERO_OPACITY = 0.4;

  /// The height of the quantiles above the bars.
  private static final double QUANTILES = 20;

  private static final double AXIS = 22;
  private static final double RIGHT_PADDING = 12;
  private static final double SPACE_DOWN = 32;
  private static final double SPACE_RIGHT = 88;

  /// Returns the area of the bars if the plot fills a rectangle.
  PlotArea areaIn(double x, double y, double width, double height) {
    double inner = Math.max(0, height - QUANTILES - AXIS);
    PlotArea area = new PlotArea(x, y + QUANTILES, width, inner, plot.pixel(), data.binCount());
    double left = area.snap(x + plot.widthOf(countTicks(area)));
    double right = area.snap(x + width - RIGHT_PADDING);
    return new PlotArea(
        left,
        area.snap(area.top()),
        Math.max(0, right - left),
        area.snap(inner),
        plot.pixel(),
        data.binCount());
  }

  void paint(PlotArea area, BinSelection marked) {
    plot.leftAxis(area, countTicks(area), true);
    paintBars(area, marked);
    for (Outline outline : data.outlines()) {
      plot.line(stroke(outline), steps(area, outline));
    }
    ChartAxis axis = data.axis();
    if (axis.low() < 0 && axis.high() > 0) {
      Color color = plot.color(Ink.TITLE).deriveColor(0, 1, 1, ZERO_OPACITY);
      plot.fill(color, x(area, 0), area.top(), plot.lineWidth(), area.height());
    }
    List<Tick> values =
        Tick.of(
            axis.ticks(PlotArea.tickCount(area.width(), SPACE_RIGHT)),
            value -> x(area, value),
            tick -> messages.localized(AxisTicks.text(tick)));
    plot.bottomAxis(area, values, 0, area.right() + RIGHT_PADDING);
    paintQuantiles(area);
  }

  /// Returns the x coordinate of a value.
  double x(PlotArea area, double value) {
    return area.snap(area.x(data.axis().position(value)));
  }

  private List<Tick> countTicks(PlotArea area) {
    // Shares are percentages.
    double unit = data.asShares() ? data.finite() / 100.0 : 1;
    int atMost = PlotArea.tickCount(area.height(), SPACE_DOWN);
    return Tick.of(
        scale.ticks(data.tallest(), unit, atMost),
        mark -> area.y(scale.fraction(mark * unit, data.tallest())),
        mark ->
            data.asShares()
                ? messages.localized(AxisTicks.text(mark)) + " %"
                : messages.shortCount(mark.longValueExact()));
  }

  private void paintBars(PlotArea area, BinSelection marked) {
    if (!marked.isEmpty()) {
      double left = area.columnLeft(marked.begin());
      double width = area.columnLeft(marked.end()) - left;
      plot.fill(plot.color(Ink.MARKED_COLUMN), left, area.top(), width, area.height());
    }
    double tallest = data.tallest();
    for (int bin = 0; bin < data.binCount(); bin++) {
      if (data.count(bin) > 0) {
        double height = area.barHeight(scale.fraction(data.count(bin), tallest));
        Color color = plot.color(marked.contains(bin) ? Ink.MARKED_BAR : Ink.BAR);
        plot.fill(color, area.barLeft(bin), area.bottom() - height, area.barWidth(bin), height);
      }
    }
  }

  Plot.Stroke stroke(Outline outline) {
    return switch (outline.kind()) {
      case PIN -> {
        int series = outline.series();
        yield new Plot.Stroke(plot.color(SERIES.get(series)), OUTLINE_WIDTH, DASHES.get(series));
      }
      case SIBLINGS -> new Plot.Stroke(plot.color(Ink.SIBLINGS), OUTLINE_WIDTH, List.of());
      case SIBLING ->
          new Plot.Stroke(
              plot.color(Ink.SIBLINGS).deriveColor(0, 1, 1, SIBLING_OPACITY), 1, List.of());
    };
  }

  private List<Point2D> steps(PlotArea area, Outline outline) {
    List<Point2D> points = new ArrayList<>();
    double tallest = data.tallest();
    for (int bin = 0; bin < data.binCount(); bin++) {
      double share = scale.fraction(outline.share(bin) * data.finite(), tallest);
      double y = area.snap(area.y(share)) - plot.pixel() / 2;
      points.add(new Point2D(area.columnLeft(bin), y));
      points.add(new Point2D(area.columnLeft(bin + 1), y));
    }
    return points;
  }

  /// Paints marks above the bars. A label is omitted if it would overlap a more important one.
  private void paintQuantiles(PlotArea area) {
    Color color = plot.color(Plot.Ink.TEXT);
    List<Tick> labels = new ArrayList<>();
    for (Quantile each : Quantile.preciseQuantiles(data.axis(), data.distribution())) {
      double x = x(area, each.in(data.distribution()));
      plot.fill(color, x, area.top() - Plot.TICK, plot.lineWidth(), Plot.TICK);
      String text = messages.text("histogram.figure." + each.key());
      double half = plot.widthOf(text) / 2;
      double middle = Math.max(area.left() + half, Math.min(x, area.right() - half));
      double space = half + Plot.LABEL_GAP;
      boolean hasRoom =
          labels.stream()
              .allMatch(
                  other -> Math.abs(other.at() - middle) >= space + plot.widthOf(other.text()) / 2);
      if (hasRoom) {
        labels.add(new Tick(middle, text));
      }
    }
    double y = area.top() - Plot.TICK - plot.lineHeight() / 2;
    labels.forEach(label -> plot.text(color, label.text(), label.at(), y, Anchor.MIDDLE));
  }

  /// A quantile that can be marked.
  ///
  /// @param key the last part of its message key
  record Quantile(String key, double probability) {

    private static final double INEXACTNESS = 1.0 / 256;
    private static final double MAX_ERROR = 0.02;

    /// The median comes first, so that it has a label even if the others have no room.
    static final List<Quantile> ALL =
        List.of(new Quantile("median", 0.5), new Quantile("p1", 0.01), new Quantile("p99", 0.99));

    /// Returns the quantiles that an axis can show precisely enough, the most important first.
    static List<Quantile> preciseQuantiles(ChartAxis axis, Distribution distribution) {
      return ALL.stream().filter(each -> each.isPrecise(axis, distribution)).toList();
    }

    double in(Distribution distribution) {
      return distribution.quantile(probability).doubleValue();
    }

    // On a short axis, the error of an inexact quantile would be visible.
    private boolean isPrecise(ChartAxis axis, Distribution distribution) {
      double value = in(distribution);
      if (!axis.shows(value) || distribution.min().equals(distribution.max())) {
        return false;
      }
      double error = distribution.isQuantileExact(probability) ? 0 : Math.abs(value) * INEXACTNESS;
      return axis.position(value + error) - axis.position(value - error) <= 2 * MAX_ERROR;
    }
  }
}
