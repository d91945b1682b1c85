package io.github.tensorloupe.desktop.control.plot;

import module java.base;
import module javafx.graphics;

import io.github.tensorloupe.desktop.control.canvas.CanvasRegion;
import io.github.tensorloupe.desktop.control.canvas.ColoredRegion;
import io.github.tensorloupe.export.SvgPicture;
import io.github.tensorloupe.export.SvgPicture.Anchor;

/// Paints axes, bars, lines and texts on a canvas or into an SVG picture, in the colors of a region
/// with style sheets. Belongs to the FX thread.
public abstract sealed class Plot {

  /// The colors of axes, which the palette of every plot contains.
  public enum Ink {
    GROUND,
    TEXT,
    LINE,
    GRID
  }

  /// A labeled point of an axis.
  ///
  /// @param at the x or y coordinate
  public record Tick(double at, String text) {

    /// @param at returns the coordinate of a value
    public static List<Tick> of(
        List<BigDecimal> values, DoubleUnaryOperator at, Function<BigDecimal, String> text) {
      return values.stream()
          .map(value -> new Tick(at.applyAsDouble(value.doubleValue()), text.apply(value)))
          .toList();
    }
  }

  /// @param dashes alternating lengths of dashes and gaps; empty for a solid line
  public record Stroke(Color color, double width, List<Double> dashes) {}

  /// The length of tick marks.
  public static final double TICK = 4;

  /// The distance of labels from each other, and from a plot on their right.
  public static final double LABEL_GAP = 8;

  /// A label at the end of an axis is moved inward by at most this distance, or omitted.
  private static final double MAX_SHIFT = 8;

  private final ColoredRegion region;
  private final double pixel;

  private Plot(ColoredRegion region, double pixel) {
    this.region = region;
    this.pixel = pixel;
  }

  public final Color color(Object name) {
    return region.color(name);
  }

  /// Returns the size of a device pixel.
  public final double pixel() {
    return pixel;
  }

  /// Returns the width of axes and marks: about 1, in whole device pixels.
  public final double lineWidth() {
    return Math.max(1, Math.round(1 / pixel)) * pixel;
  }

  public abstract double lineHeight();

  public abstract double widthOf(String text);

  public abstract void fill(Color color, double x, double y, double width, double height);

  /// Paints a line of text.
  ///
  /// @param anchor the part of the text at `x`
  /// @param y the middle of the line
  public abstract void text(Color color, String text, double x, double y, Anchor anchor);

  /// Paints a line through points; nothing for fewer than two.
  public final void line(Stroke stroke, List<Point2D> points) {
    if (points.size() > 1) {
      double[] xs = points.stream().mapToDouble(Point2D::getX).toArray();
      double[] ys = points.stream().mapToDouble(Point2D::getY).toArray();
      line(stroke, xs, ys);
    }
  }

  abstract void line(Stroke stroke, double[] xs, double[] ys);

  /// Returns the width that labels on the left need.
  public final double widthOf(List<Tick> ticks) {
    return LABEL_GAP + ticks.stream().mapToDouble(tick -> widthOf(tick.text())).max().orElse(0);
  }

  /// Paints labels to the left of an area, with grid lines or tick marks. Ticks outside the area
  /// are omitted, as in the other axes.
  public final void leftAxis(PlotArea area, List<Tick> ticks, boolean hasGrid) {
    for (Tick tick : within(area.top(), area.bottom(), ticks)) {
      double y = area.snap(tick.at());
      if (hasGrid) {
        fill(color(Ink.GRID), area.left(), y, area.width(), lineWidth());
      } else {
        fill(color(Ink.LINE), area.left() - TICK, y, TICK - 1, lineWidth());
      }
      text(color(Ink.TEXT), tick.text(), area.left() - LABEL_GAP, tick.at(), Anchor.END);
    }
  }

  /// Paints the line below an area, with tick marks and labels. Labels without room are omitted.
  ///
  /// @param begin the left end of the first label
  /// @param end the right end of the last label
  public final void bottomAxis(PlotArea area, List<Tick> ticks, double begin, double end) {
    fill(color(Ink.LINE), area.left(), area.snap(area.bottom()), area.width(), lineWidth());
    columnLabels(area, area.bottom(), 1, ticks, begin, end);
  }

  /// Paints tick marks above an area, with labels. Labels without room are omitted.
  ///
  /// @param begin the left end of the first label
  /// @param end the right end of the last label
  public final void topAxis(PlotArea area, List<Tick> ticks, double begin, double end) {
    columnLabels(area, area.top(), -1, ticks, begin, end);
  }

  /// @param direction 1 downward from `y`, -1 upward
  private void columnLabels(
      PlotArea area, double y, int direction, List<Tick> ticks, double begin, double end) {
    double middleOfText = y + direction * (TICK + lineHeight() / 2);
    double free = begin;
    for (Tick tick : within(area.left(), area.right(), ticks)) {
      fill(
          color(Ink.LINE),
          area.snap(tick.at()),
          Math.min(y, y + direction * TICK),
          lineWidth(),
          TICK);
      double half = widthOf(tick.text()) / 2;
      double middle = Math.min(Math.max(tick.at(), begin + half), end - half);
      if (middle - half >= free && Math.abs(middle - tick.at()) <= MAX_SHIFT) {
        text(color(Ink.TEXT), tick.text(), middle, middleOfText, Anchor.MIDDLE);
        free = middle + half + LABEL_GAP;
      }
    }
  }

  private static List<Tick> within(double begin, double end, List<Tick> ticks) {
    return ticks.stream().filter(tick -> tick.at() >= begin - 1 && tick.at() <= end + 1).toList();
  }

  /// A plot on the canvas of a region.
  public static final class OnCanvas extends Plot {

    private final CanvasRegion region;
    private final GraphicsContext graphics;

    public OnCanvas(CanvasRegion region, GraphicsContext graphics) {
      // The canvas may be zoomed. A tiny size is rounded up to one device pixel.
      super(region, region.snapSizeX(1e-3) / graphics.getTransform().getMxx());
      this.region = region;
      this.graphics = graphics;
      graphics.setLineJoin(StrokeLineJoin.ROUND);
      graphics.setTextBaseline(VPos.CENTER);
    }

    @Override
    public double lineHeight() {
      return region.lineHeight();
    }

    @Override
    public double widthOf(String text) {
      return region.widthOf(text);
    }

    @Override
    public void fill(Color color, double x, double y, double width, double height) {
      graphics.setFill(color);
      graphics.fillRect(x, y, width, height);
    }

    @Override
    public void text(Color color, String text, double x, double y, Anchor anchor) {
      graphics.setTextAlign(
          switch (anchor) {
            case START -> TextAlignment.LEFT;
            case MIDDLE -> TextAlignment.CENTER;
            case END -> TextAlignment.RIGHT;
          });
      graphics.setFill(color);
      graphics.fillText(text, x, y);
    }

    @Override
    void line(Stroke stroke, double[] xs, double[] ys) {
      graphics.setStroke(stroke.color());
      graphics.setLineWidth(stroke.width());
      boolean isSolid = stroke.dashes().isEmpty();
      graphics.setLineCap(isSolid ? StrokeLineCap.SQUARE : StrokeLineCap.BUTT);
      graphics.setLineDashes(stroke.dashes().stream().mapToDouble(length -> length).toArray());
      graphics.strokePolyline(xs, ys, xs.length);
    }
  }

  /// A plot in an SVG picture.
  public static final class AsSvg extends Plot {

    private static final double FONT = 12;

    /// An estimate, because only the viewer knows the font.
    private static final double GLYPH = 7;

    private final SvgPicture picture;

    /// @param region has the colors
    public AsSvg(SvgPicture picture, ColoredRegion region) {
      super(region, 1);
      this.picture = picture;
    }

    @Override
    public double lineHeight() {
      return FONT * 1.5;
    }

    @Override
    public double widthOf(String text) {
      return text.length() * GLYPH;
    }

    @Override
    public void fill(Color color, double x, double y, double width, double height) {
      picture.rectangle(x, y, width, height, web(color));
    }

    @Override
    public void text(Color color, String text, double x, double y, Anchor anchor) {
      picture.text(x, y + FONT / 3, text, FONT, anchor, web(color));
    }

    @Override
    void line(Stroke stroke, double[] xs, double[] ys) {
      picture.path(xs, ys, web(stroke.color()), stroke.width(), stroke.dashes());
    }

    /// Formats a color as `#rrggbb`. Colors of SVG 1.1 are opaque, so a translucent color is mixed
    /// with the background.
    private String web(Color color) {
      Color opaque = Color.color(color.getRed(), color.getGreen(), color.getBlue());
      Color mixed = color(Ink.GROUND).interpolate(opaque, color.getOpacity());
      return "#" + mixed.toString().substring(2, 8);
    }
  }
}
