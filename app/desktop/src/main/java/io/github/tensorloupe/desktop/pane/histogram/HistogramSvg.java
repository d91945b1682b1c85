package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.SvgPicture;
import io.github.tensorloupe.export.SvgPicture.Anchor;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/// Draws a chart as SVG.
///
/// @param data what is drawn
/// @param scale of the heights
/// @param name of what is shown
/// @param colors to draw with
/// @param messages gives the words
record HistogramSvg(
    ChartData data, CountScale scale, String name, ChartColors colors, Messages messages) {

  private static final double WIDTH = 960;
  private static final double HEIGHT = 480;
  private static final double LEFT = 72;
  private static final double TOP = 56;
  private static final double RIGHT = 24;
  private static final double BOTTOM = 40;
  private static final double LEGEND_LINE = 18;
  private static final double FONT = 12;
  private static final double GLYPH = 7;
  private static final double QUANTILE_ROOM = 42;
  private static final double TITLE_FONT = 14;
  private static final double SWATCH = 20;
  private static final double SWATCH_LINE = 4;
  private static final double TICK = 4;
  private static final int TICKS = 9;

  /// The document.
  String draw() {
    List<Outline> named = named();
    double height = HEIGHT + named.size() * LEGEND_LINE;
    PlotArea area =
        new PlotArea(LEFT, TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM, 0.5, data.axis());
    SvgPicture picture = new SvgPicture(WIDTH, height, name);
    picture.rectangle(0, 0, WIDTH, height, colors.ground());
    picture.text(LEFT, 24, name, TITLE_FONT, Anchor.START, colors.text());
    drawCounts(picture, area);
    drawBars(picture, area);
    data.outlines().forEach(outline -> drawOutline(picture, area, outline));
    drawValues(picture, area);
    drawQuantiles(picture, area);
    for (int i = 0; i < named.size(); i++) {
      drawLegend(picture, named.get(i), HEIGHT + i * LEGEND_LINE);
    }
    return picture.toString();
  }

  private List<Outline> named() {
    return data.outlines().stream()
        .filter(outline -> outline.kind() != Outline.Kind.SIBLING)
        .toList();
  }

  private void drawCounts(SvgPicture picture, PlotArea area) {
    double unit = CountAxis.unit(data);
    for (BigDecimal mark : scale.ticks(data.tallest(), unit, TICKS)) {
      double part = scale.fraction(mark.doubleValue() * unit, data.tallest());
      double y = area.bottom() - part * area.height();
      picture.rectangle(area.left(), y - 0.5, area.width(), 1, colors.grid());
      picture.text(
          area.left() - 8, y + 4, CountAxis.text(mark, data), FONT, Anchor.END, colors.axis());
    }
  }

  private void drawBars(SvgPicture picture, PlotArea area) {
    for (int bin = 0; bin < data.binCount(); bin++) {
      if (data.count(bin) > 0) {
        double height = area.barHeight(data.count(bin), data.tallest(), scale);
        picture.rectangle(
            area.barLeft(bin), area.bottom() - height, area.barWidth(bin), height, colors.bar());
      }
    }
  }

  private void drawOutline(SvgPicture picture, PlotArea area, Outline outline) {
    double[] xs = new double[2 * data.binCount()];
    double[] ys = new double[xs.length];
    for (int bin = 0; bin < data.binCount(); bin++) {
      double part = scale.fraction(outline.share(bin) * data.finite(), data.tallest());
      xs[2 * bin] = area.columnLeft(bin);
      xs[2 * bin + 1] = area.columnLeft(bin + 1);
      ys[2 * bin] = area.bottom() - part * area.height();
      ys[2 * bin + 1] = ys[2 * bin];
    }
    double width = outline.kind() == Outline.Kind.SIBLING ? 0.5 : 1.5;
    ChartColors.Line line = colors.of(outline);
    picture.path(xs, ys, line.color(), width, line.dashes());
  }

  private void drawValues(SvgPicture picture, PlotArea area) {
    picture.rectangle(area.left(), area.bottom(), area.width(), 1, colors.line());
    double freeFrom = 0;
    for (BigDecimal tick : ValueTicks.of(data.axis(), TICKS)) {
      double x = area.x(tick.doubleValue());
      String text = AxisTicks.text(tick);
      picture.rectangle(x, area.bottom(), 1, TICK, colors.line());
      if (x - roomOf(text) / 2 >= freeFrom) {
        picture.text(x, area.bottom() + 18, text, FONT, Anchor.MIDDLE, colors.axis());
        freeFrom = x + roomOf(text) / 2;
      }
    }
  }

  /// About how wide a text and a gap are; only who draws it knows the font.
  private static double roomOf(String text) {
    return (text.length() + 1) * GLYPH;
  }

  private void drawQuantiles(SvgPicture picture, PlotArea area) {
    List<Double> named = new ArrayList<>();
    for (QuantileMarkers.Marked marked : QuantileMarkers.telling(area, data.distribution())) {
      double x = area.x(marked.value());
      String text = messages.text("histogram.figure." + marked.key());
      picture.rectangle(x, area.top() - TICK, 1, TICK, colors.axis());
      if (named.stream().noneMatch(other -> Math.abs(other - x) < QUANTILE_ROOM)) {
        named.add(x);
        picture.text(x, area.top() - 8, text, FONT, Anchor.MIDDLE, colors.axis());
      }
    }
  }

  private void drawLegend(SvgPicture picture, Outline outline, double top) {
    ChartColors.Line line = colors.of(outline);
    double middle = top + SWATCH / 2;
    picture.path(
        new double[] {LEFT, LEFT + SWATCH},
        new double[] {middle, middle},
        line.color(),
        SWATCH_LINE,
        line.dashes());
    String text =
        outline.kind() == Outline.Kind.SIBLINGS
            ? messages.text("histogram.legend.siblings")
            : outline.name();
    picture.text(LEFT + SWATCH + 6, middle + 4, text, FONT, Anchor.START, colors.axis());
  }
}
