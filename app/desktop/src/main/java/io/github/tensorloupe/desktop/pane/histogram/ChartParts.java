package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.chart.AxisTicks;
import io.github.tensorloupe.analysis.chart.AxisTicks.ValueTicks;
import io.github.tensorloupe.analysis.chart.BinSelection;
import io.github.tensorloupe.analysis.chart.ChartData;
import io.github.tensorloupe.analysis.chart.ChartData.Outline;
import io.github.tensorloupe.analysis.chart.CountScale;
import io.github.tensorloupe.analysis.chart.PlotArea;
import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.desktop.text.Messages;
import javafx.scene.control.Label;
import javafx.scene.shape.Path;

/// The parts that the chart is drawn with. They are placed by hand and never ask their parent for a
/// new layout.
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
    node.setMouseTransparent(true);
    return node;
  }

  /// A fixed stock of lines and labels along an axis.
  private static final class TickLabels {

    private final List<Region> lines;
    private final List<Label> labels;
    private int used;

    /// @param capacity the most ticks there can be
    /// @param lineStyle the style class of the lines
    /// @param labelStyle the style class of the labels
    TickLabels(int capacity, String lineStyle, String labelStyle) {
      lines = Stream.generate(() -> line(lineStyle)).limit(capacity).toList();
      labels = Stream.generate(() -> label(labelStyle)).limit(capacity).toList();
    }

    List<? extends Node> lines() {
      return lines;
    }

    List<? extends Node> labels() {
      return labels;
    }

    /// Takes everything away.
    void begin() {
      used = 0;
      lines.forEach(line -> line.setVisible(false));
      labels.forEach(label -> label.setVisible(false));
    }

    /// The next label with this text: visible, of its full size, not yet placed.
    Label next(String text) {
      Label label = labels.get(used++);
      label.setText(text);
      label.setVisible(true);
      label.autosize();
      return label;
    }

    void place(int index, double x, double y, double width, double height) {
      lines.get(index).setVisible(true);
      lines.get(index).resizeRelocate(x, y, width, height);
    }
  }

  /// The horizontal axis: the base of the bars, round values below it, and a line where zero is.
  static final class ValueAxis {

    private static final int MAX_TICKS = 24;
    private static final double TICK_SPACE = 88;
    private static final double TICK_LENGTH = 4;
    private static final double LABEL_GAP = 12;

    private final TickLabels ticks = new TickLabels(MAX_TICKS, "chart-tick", "chart-label");
    private final Region base = line("chart-base");
    private final Region zero = line("chart-zero");
    private final Messages messages;

    ValueAxis(Messages messages) {
      this.messages = messages;
    }

    List<Node> nodes() {
      return Stream.<List<? extends Node>>of(List.of(zero, base), ticks.lines(), ticks.labels())
          .<Node>flatMap(List::stream)
          .toList();
    }

    void layout(PlotArea area) {
      base.resizeRelocate(area.left(), area.bottom(), area.width(), area.pixel());
      zero.setVisible(area.axis().low() < 0 && area.axis().high() > 0);
      zero.resizeRelocate(area.x(0), area.top(), area.pixel(), area.height());
      ticks.begin();
      int atMost = (int) Math.clamp(area.width() / TICK_SPACE, 2, MAX_TICKS / 2);
      double freeFrom = Double.NEGATIVE_INFINITY;
      int index = 0;
      for (BigDecimal tick : ValueTicks.of(area.axis(), atMost)) {
        double x = area.x(tick.doubleValue());
        Label label = ticks.next(messages.localized(AxisTicks.text(tick)));
        double left = Math.clamp(x - label.getWidth() / 2, 0, area.right() - label.getWidth() / 2);
        label.setVisible(left >= freeFrom);
        if (label.isVisible()) {
          label.relocate(area.snap(left), area.bottom() + TICK_LENGTH);
          freeFrom = left + label.getWidth() + LABEL_GAP;
        }
        ticks.place(index++, x, area.bottom(), area.pixel(), TICK_LENGTH);
      }
    }
  }

  /// The vertical axis: counts or per cents at the left of the bars, and a grid line for each.
  static final class CountAxis {

    private static final int MAX_TICKS = 24;
    private static final double TICK_SPACE = 32;
    private static final double GAP = 8;

    private final TickLabels ticks = new TickLabels(MAX_TICKS, "chart-grid", "chart-label");
    private final Messages messages;
    private List<BigDecimal> marks = List.of();
    private List<Label> labels = List.of();

    CountAxis(Messages messages) {
      this.messages = messages;
    }

    List<? extends Node> lines() {
      return ticks.lines();
    }

    List<? extends Node> labels() {
      return ticks.labels();
    }

    /// Chooses what to mark.
    ///
    /// @param height of the bars' area
    /// @return the room that the labels take at the left
    double prepare(ChartData data, CountScale scale, double height) {
      int atMost = (int) Math.clamp(height / TICK_SPACE, 2, MAX_TICKS / 2);
      marks = scale.ticks(data.tallest(), unit(data), atMost);
      ticks.begin();
      labels = marks.stream().map(mark -> ticks.next(text(mark, data, messages))).toList();
      return GAP + labels.stream().mapToDouble(Label::getWidth).max().orElse(0);
    }

    /// The number of values that 1 on the axis stands for.
    static double unit(ChartData data) {
      return data.asShares() ? data.finite() / 100.0 : 1;
    }

    static String text(BigDecimal mark, ChartData data, Messages messages) {
      return data.asShares()
          ? messages.localized(AxisTicks.text(mark)) + " %"
          : messages.shortCount(mark.longValueExact());
    }

    /// Places what [#prepare] chose.
    void layout(PlotArea area, ChartData data, CountScale scale) {
      double unit = unit(data);
      for (int i = 0; i < labels.size(); i++) {
        Label label = labels.get(i);
        double part = scale.fraction(marks.get(i).doubleValue() * unit, data.tallest());
        double y = area.snap(area.bottom() - part * area.height());
        ticks.place(i, area.left(), y, area.width(), area.pixel());
        label.relocate(
            area.snap(area.left() - GAP - label.getWidth()), area.snap(y - label.getHeight() / 2));
      }
    }
  }

  /// Ticks above the bars where the first percentile, the median and the last percentile are.
  static final class QuantileMarkers {

    /// The height above the bars that they take.
    static final double STRIP = 20;

    private static final double TICK_LENGTH = 5;
    private static final double QUANTILE_ERROR = 1.0 / 256;
    private static final double MAX_ERROR = 0.02;
    private static final double LABEL_GAP = 6;

    private record Quantile(String key, double probability) {}

    /// The median first: it keeps its label where there is no room for all.
    private static final List<Quantile> QUANTILES =
        List.of(new Quantile("median", 0.5), new Quantile("p1", 0.01), new Quantile("p99", 0.99));

    private final TickLabels ticks =
        new TickLabels(QUANTILES.size(), "chart-quantile", "chart-label");

    List<Node> nodes() {
      List<Node> nodes = new ArrayList<>(ticks.lines());
      nodes.addAll(ticks.labels());
      return nodes;
    }

    /// A quantile with a place.
    ///
    /// @param key the last part of its message key
    /// @param value its position
    record Marked(String key, double value) {}

    /// The quantiles whose places can be seen, the most telling first.
    static List<Marked> telling(PlotArea area, Distribution distribution) {
      List<Marked> telling = new ArrayList<>();
      for (Quantile each : QUANTILES) {
        if (isTelling(each.probability(), distribution, area)) {
          telling.add(
              new Marked(each.key(), distribution.quantile(each.probability()).doubleValue()));
        }
      }
      return telling;
    }

    /// An inexact quantile may be anywhere on a short axis.
    private static boolean isTelling(double probability, Distribution distribution, PlotArea area) {
      double value = distribution.quantile(probability).doubleValue();
      if (!area.shows(value) || distribution.min().equals(distribution.max())) {
        return false;
      }
      double error =
          distribution.isQuantileExact(probability) ? 0 : Math.abs(value) * QUANTILE_ERROR;
      return area.x(value + error) - area.x(value - error) <= 2 * MAX_ERROR * area.width();
    }

    void layout(PlotArea area, Distribution distribution, Messages messages) {
      ticks.begin();
      List<Label> placed = new ArrayList<>();
      int index = 0;
      for (Marked marked : telling(area, distribution)) {
        double x = area.x(marked.value());
        ticks.place(index++, x, area.top() - TICK_LENGTH, area.pixel(), TICK_LENGTH);
        place(ticks.next(messages.text("histogram.figure." + marked.key())), x, area, placed);
      }
    }

    private static void place(Label label, double x, PlotArea area, List<Label> placed) {
      double left =
          Math.clamp(
              x - label.getWidth() / 2,
              area.left(),
              Math.max(area.left(), area.right() - label.getWidth()));
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

  /// The bars, and the ground of the columns that are marked. There are as many nodes as the most
  /// bars that were shown so far.
  static final class ChartBars {

    private static final PseudoClass MARKED = PseudoClass.getPseudoClass("marked");

    private final Region columns = line("chart-column");
    private final Group group = new Group();
    private final List<Region> bars = new ArrayList<>();

    ChartBars() {
      group.setManaged(false);
      group.setAutoSizeChildren(false);
    }

    List<Node> nodes() {
      return List.of(columns, group);
    }

    void layout(PlotArea area, ChartData data, CountScale scale, BinSelection marked) {
      while (bars.size() < data.binCount()) {
        bars.add(line("chart-bar"));
        group.getChildren().add(bars.getLast());
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
  static final class OutlinePaths {

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

    private final Group group = new Group();
    private Optional<Drawing> drawn = Optional.empty();

    OutlinePaths() {
      group.setManaged(false);
      group.setMouseTransparent(true);
    }

    Node node() {
      return group;
    }

    void layout(PlotArea area, ChartData data, CountScale scale) {
      Drawing wanted = new Drawing(area, data, scale);
      // The chart is laid out with every move of the mouse.
      if (!drawn.equals(Optional.of(wanted))) {
        drawn = Optional.of(wanted);
        group.getChildren().setAll(data.outlines().stream().map(wanted::path).toList());
      }
    }

    /// The style class that gives a line its color, in the legend too.
    private static String styleClass(Outline outline) {
      return switch (outline.kind()) {
        case PIN -> "series-" + outline.series();
        case SIBLINGS -> "series-siblings";
        case SIBLING -> "series-sibling";
      };
    }
  }
}
