package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.desktop.control.plot.AxisTicks;
import io.github.tensorloupe.desktop.control.plot.BinSelection;
import io.github.tensorloupe.desktop.control.plot.ChartData;
import io.github.tensorloupe.desktop.control.plot.ChartData.Outline;
import io.github.tensorloupe.desktop.control.plot.CountScale;
import io.github.tensorloupe.desktop.control.plot.PlotArea;
import io.github.tensorloupe.desktop.text.Messages;
import javafx.scene.control.Label;
import javafx.scene.shape.Path;

/// The parts of the chart. They are unmanaged: the chart positions them, and they never request a
/// layout of their parent.
final class ChartParts {

  private ChartParts() {}

  static Region line(String styleClass) {
    return prepared(new Region(), styleClass);
  }

  static Label label(String styleClass) {
    return prepared(new Label(), styleClass);
  }

  private static <T extends Region> T prepared(T node, String styleClass) {
    node.getStyleClass().add(styleClass);
    node.setManaged(false);
    return node;
  }

  static class DrawnPart extends Group {

    DrawnPart(Node... nodes) {
      super(nodes);
      setManaged(false);
      setAutoSizeChildren(false);
      setMouseTransparent(true);
    }
  }

  /// A fixed pool of lines and labels along an axis.
  private static class TickLabels extends DrawnPart {

    private final List<Region> lines;
    private final List<Label> labels;
    private int used;

    TickLabels(int capacity, String lineStyle) {
      lines = Stream.generate(() -> line(lineStyle)).limit(capacity).toList();
      labels = Stream.generate(() -> label("chart-label")).limit(capacity).toList();
      getChildren().addAll(lines);
      getChildren().addAll(labels);
    }

    /// Hides all ticks.
    final void clear() {
      used = 0;
      lines.forEach(line -> line.setVisible(false));
      labels.forEach(label -> label.setVisible(false));
    }

    /// Returns the next label with this text: visible, sized to its text, not yet positioned.
    final Label next(String text) {
      Label label = labels.get(used++);
      label.setText(text);
      label.setVisible(true);
      label.autosize();
      return label;
    }

    final void place(int index, double x, double y, double width, double height) {
      lines.get(index).setVisible(true);
      lines.get(index).resizeRelocate(x, y, width, height);
    }
  }

  /// The horizontal axis: the base of the bars, round values below it, and a line at zero.
  static final class ValueAxis extends TickLabels {

    private static final int MAX_TICKS = 24;
    private static final double TICK_SPACE = 88;
    private static final double TICK_LENGTH = 4;
    private static final double LABEL_GAP = 12;

    private final Region base = line("chart-base");
    private final Region zero = line("chart-zero");
    private final Messages messages;

    ValueAxis(Messages messages) {
      super(MAX_TICKS, "chart-tick");
      this.messages = messages;
      getChildren().addAll(0, List.of(zero, base));
    }

    void layout(PlotArea area) {
      base.resizeRelocate(area.left(), area.bottom(), area.width(), area.pixel());
      zero.setVisible(area.axis().low() < 0 && area.axis().high() > 0);
      zero.resizeRelocate(area.x(0), area.top(), area.pixel(), area.height());
      clear();
      int atMost = (int) Math.clamp(area.width() / TICK_SPACE, 2, MAX_TICKS / 2);
      double freeFrom = Double.NEGATIVE_INFINITY;
      int index = 0;
      for (BigDecimal tick : AxisTicks.of(area.axis(), atMost)) {
        double x = area.x(tick.doubleValue());
        Label label = next(messages.localized(AxisTicks.text(tick)));
        double left = Math.clamp(x - label.getWidth() / 2, 0, area.right() - label.getWidth() / 2);
        label.setVisible(left >= freeFrom);
        if (label.isVisible()) {
          label.relocate(area.snap(left), area.bottom() + TICK_LENGTH);
          freeFrom = left + label.getWidth() + LABEL_GAP;
        }
        place(index++, x, area.bottom(), area.pixel(), TICK_LENGTH);
      }
    }
  }

  /// The vertical axis: counts or percentages to the left of the bars, with a grid line for each.
  static final class CountAxis extends TickLabels {

    private static final int MAX_TICKS = 24;
    private static final double TICK_SPACE = 32;
    private static final double GAP = 8;

    private final Messages messages;
    private List<BigDecimal> marks = List.of();
    private List<Label> labels = List.of();

    CountAxis(Messages messages) {
      super(MAX_TICKS, "chart-grid");
      this.messages = messages;
    }

    /// Selects the values to mark.
    ///
    /// @param height the height of the bars' area
    /// @return the width that the labels need on the left
    double prepare(ChartData data, CountScale scale, double height) {
      int atMost = (int) Math.clamp(height / TICK_SPACE, 2, MAX_TICKS / 2);
      marks = scale.ticks(data.tallest(), unit(data), atMost);
      clear();
      labels = marks.stream().map(mark -> next(text(mark, data, messages))).toList();
      return GAP + labels.stream().mapToDouble(Label::getWidth).max().orElse(0);
    }

    /// Returns the number of values per unit of the axis.
    static double unit(ChartData data) {
      return data.asShares() ? data.finite() / 100.0 : 1;
    }

    static String text(BigDecimal mark, ChartData data, Messages messages) {
      return data.asShares()
          ? messages.localized(AxisTicks.text(mark)) + " %"
          : messages.shortCount(mark.longValueExact());
    }

    void layout(PlotArea area, ChartData data, CountScale scale) {
      double unit = unit(data);
      for (int i = 0; i < labels.size(); i++) {
        Label label = labels.get(i);
        double part = scale.fraction(marks.get(i).doubleValue() * unit, data.tallest());
        double y = area.snap(area.bottom() - part * area.height());
        place(i, area.left(), y, area.width(), area.pixel());
        label.relocate(
            area.snap(area.left() - GAP - label.getWidth()), area.snap(y - label.getHeight() / 2));
      }
    }
  }

  /// A quantile that can be marked.
  ///
  /// @param key the last part of its message key
  record Quantile(String key, double probability) {

    private static final double INEXACTNESS = 1.0 / 256;
    private static final double MAX_ERROR = 0.02;

    /// The median comes first, so that it keeps its label if there is no room for all.
    static final List<Quantile> ALL =
        List.of(new Quantile("median", 0.5), new Quantile("p1", 0.01), new Quantile("p99", 0.99));

    /// Returns the quantiles that the chart can show precisely enough, the most important first.
    static List<Quantile> preciseQuantiles(PlotArea area, Distribution distribution) {
      return ALL.stream().filter(each -> each.isPrecise(area, distribution)).toList();
    }

    double in(Distribution distribution) {
      return distribution.quantile(probability).doubleValue();
    }

    // On a short axis, the error of an inexact quantile would be visible.
    private boolean isPrecise(PlotArea area, Distribution distribution) {
      double value = in(distribution);
      if (!area.shows(value) || distribution.min().equals(distribution.max())) {
        return false;
      }
      double error = distribution.isQuantileExact(probability) ? 0 : Math.abs(value) * INEXACTNESS;
      return area.x(value + error) - area.x(value - error) <= 2 * MAX_ERROR * area.width();
    }
  }

  /// Ticks above the bars at the first percentile, the median and the last percentile.
  static final class QuantileMarkers extends TickLabels {

    /// The height of the strip above the bars.
    static final double STRIP = 20;

    private static final double TICK_LENGTH = 5;
    private static final double LABEL_GAP = 6;

    QuantileMarkers() {
      super(Quantile.ALL.size(), "chart-quantile");
    }

    void layout(PlotArea area, Distribution distribution, Messages messages) {
      clear();
      List<Label> placed = new ArrayList<>();
      int index = 0;
      for (Quantile each : Quantile.preciseQuantiles(area, distribution)) {
        double x = area.x(each.in(distribution));
        place(index++, x, area.top() - TICK_LENGTH, area.pixel(), TICK_LENGTH);
        place(next(messages.text("histogram.figure." + each.key())), x, area, placed);
      }
    }

    private static void place(Label label, double x, PlotArea area, List<Label> placed) {
      double maxLeft = Math.max(area.left(), area.right() - label.getWidth());
      double left = Math.clamp(x - label.getWidth() / 2, area.left(), maxLeft);
      label.relocate(area.snap(left), area.snap(area.top() - TICK_LENGTH - label.getHeight()));
      label.setVisible(placed.stream().noneMatch(other -> overlaps(label, other)));
      if (label.isVisible()) {
        placed.add(label);
      }
    }

    private static boolean overlaps(Label one, Label other) {
      return one.getLayoutX() < other.getLayoutX() + other.getWidth() + LABEL_GAP
          && other.getLayoutX() < one.getLayoutX() + one.getWidth() + LABEL_GAP;
    }
  }

  /// The bars, and the background of the marked columns. The bar nodes are reused, so their number
  /// is the maximum number of bars shown so far.
  static final class ChartBars extends DrawnPart {

    private static final PseudoClass MARKED = PseudoClass.getPseudoClass("marked");

    private final Region columns = line("chart-column");
    private final List<Region> bars = new ArrayList<>();

    ChartBars() {
      getChildren().add(columns);
    }

    void layout(PlotArea area, ChartData data, CountScale scale, BinSelection marked) {
      while (bars.size() < data.binCount()) {
        bars.add(line("chart-bar"));
        getChildren().add(bars.getLast());
      }
      double tallest = data.tallest();
      for (int bin = 0; bin < bars.size(); bin++) {
        Region bar = bars.get(bin);
        bar.setVisible(bin < data.binCount() && data.count(bin) > 0);
        bar.pseudoClassStateChanged(MARKED, marked.contains(bin));
        if (bar.isVisible()) {
          double height = area.barHeight(data.count(bin), tallest, scale);
          bar.resizeRelocate(area.barLeft(bin), area.bottom() - height, area.barWidth(bin), height);
        }
      }
      columns.setVisible(!marked.isEmpty());
      if (!marked.isEmpty()) {
        double left = area.columnLeft(marked.begin());
        double right = area.columnLeft(marked.end());
        columns.resizeRelocate(left, area.top(), right - left, area.height());
      }
    }
  }

  /// Distributions as stepped lines over the bars.
  static final class OutlinePaths extends DrawnPart {

    private record Drawing(PlotArea area, ChartData data, CountScale scale) {

      private Path path(Outline outline) {
        List<PathElement> elements = new ArrayList<>();
        double half = area.pixel() / 2;
        double tallest = data.tallest();
        for (int bin = 0; bin < area.binCount(); bin++) {
          double count = outline.share(bin) * data.finite();
          double y =
              area.bottom() - area.snap(scale.fraction(count, tallest) * area.height()) - half;
          double from = area.columnLeft(bin);
          elements.add(bin == 0 ? new MoveTo(from, y) : new LineTo(from, y));
          elements.add(new LineTo(area.columnLeft(bin + 1), y));
        }
        Path path = new Path(elements);
        path.getStyleClass().setAll("chart-outline", styleClass(outline));
        return path;
      }
    }

    private Optional<Drawing> drawn = Optional.empty();

    void layout(PlotArea area, ChartData data, CountScale scale) {
      Drawing wanted = new Drawing(area, data, scale);
      // The chart is laid out on every mouse move.
      if (!drawn.equals(Optional.of(wanted))) {
        drawn = Optional.of(wanted);
        getChildren().setAll(data.outlines().stream().map(wanted::path).toList());
      }
    }

    private static String styleClass(Outline outline) {
      return switch (outline.kind()) {
        case PIN -> "series-" + outline.series();
        case SIBLINGS -> "series-siblings";
        case SIBLING -> "series-sibling";
      };
    }
  }
}
