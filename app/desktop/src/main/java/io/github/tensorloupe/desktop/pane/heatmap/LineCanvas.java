package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.desktop.control.canvas.CanvasPalette;
import io.github.tensorloupe.desktop.control.canvas.CanvasRegion;
import io.github.tensorloupe.desktop.control.canvas.CaretMove;
import io.github.tensorloupe.desktop.control.canvas.WheelSteps;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.plot.AxisTicks;
import io.github.tensorloupe.desktop.control.plot.ChartAxis.ValueRange;
import io.github.tensorloupe.desktop.control.plot.Plot;
import io.github.tensorloupe.desktop.control.plot.Plot.Ink;
import io.github.tensorloupe.desktop.control.plot.Plot.Tick;
import io.github.tensorloupe.desktop.control.plot.PlotArea;
import io.github.tensorloupe.desktop.pane.heatmap.LinePlot.Part;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.SvgPicture.Anchor;

/// The curve with its axes. Handles mouse and keyboard input.
final class LineCanvas extends CanvasRegion {

  private static final double GAP = 4;
  private static final double NOTCH = 30;
  private static final double SPACE_DOWN = 32;
  private static final double SPACE_RIGHT = 80;

  /// The minimum distance of points that are drawn as dots, in pixels.
  private static final double FAR_POINTS = 8;

  private static final double DOT = 4;
  private static final double CURVE_WIDTH = 1.25;
  private static final int PAGE = 16;

  private enum CurveInk {
    CURVE,
    NAN,
    INFINITE,
    CARET
  }

  private static final CanvasPalette PALETTE =
      CanvasPalette.of("-tl-axis-", List.of(Ink.values()), List.of(CurveInk.values()));

  private final LineViewModel model;
  private final Messages messages;

  final ObjectProperty<OptionalLong> pointed = new SimpleObjectProperty<>(OptionalLong.empty());

  private final WheelSteps wheel = new WheelSteps();
  private PlotArea area = new PlotArea(0, 0, 1, 1, 1, 1);
  private double pressed;
  private double dragged;
  private boolean isDragging;

  LineCanvas(LineViewModel model, HeatMapViewModel heat, Messages messages) {
    super(PALETTE);
    this.model = model;
    this.messages = messages;
    PanelParts.named(this, "heatmap-line", "heatmap-axis", "heatmap-line");
    setMinSize(0, 0);
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    redrawWith(model.plotProperty(), model.part, heat.cursor);
    focusedProperty().subscribe(_ -> redraw());
    setOnMouseMoved(event -> pointed.set(OptionalLong.of((long) positionAt(event.getX()))));
    setOnMouseExited(_ -> pointed.set(OptionalLong.empty()));
    setOnMousePressed(
        event -> {
          requestFocus();
          pressed = event.getX();
          dragged = pressed;
          isDragging = false;
        });
    setOnMouseDragged(this::drag);
    setOnMouseReleased(
        event -> {
          if (!isDragging && event.getButton() == MouseButton.PRIMARY) {
            model.pick((long) positionAt(event.getX()));
          }
        });
    setOnScroll(
        event -> {
          int steps = (int) wheel.take(event.getDeltaY() / NOTCH);
          if (steps != 0) {
            model.zoom(steps, positionAt(event.getX()));
          }
        });
    setOnKeyPressed(this::pressKey);
  }

  private void drag(MouseEvent event) {
    isDragging = isDragging || Math.abs(event.getX() - pressed) > 4;
    long numbers = Math.round(positionAt(dragged) - positionAt(event.getX()));
    if (isDragging && numbers != 0) {
      dragged = event.getX();
      model.pan(numbers);
    }
  }

  private void pressKey(KeyEvent event) {
    if (event.isShortcutDown() || event.isAltDown()) {
      return;
    }
    Optional<CaretMove> move = CaretMove.of(event);
    move.ifPresent(it -> it.step(PAGE, (down, right) -> model.move(right, down)));
    boolean isZoom = true;
    switch (event.getCode()) {
      case PLUS, EQUALS, ADD -> model.zoom(1);
      case MINUS, SUBTRACT -> model.zoom(-1);
      case DIGIT0, NUMPAD0 -> model.fit();
      default -> isZoom = false;
    }
    if (isZoom || move.isPresent()) {
      event.consume();
    }
  }

  private double positionAt(double x) {
    Optional<Part> part = model.part.get();
    return part.isEmpty()
        ? 0
        : part.get().begin() + (x - area.left()) / area.width() * part.get().visibleLength();
  }

  private PlotArea areaFrom(double left, double pixel) {
    double bottom = Math.max(1, getHeight() - lineHeight() - Plot.TICK - GAP);
    double width = Math.max(1, getWidth() - left - 2 * GAP);
    return new PlotArea(left, lineHeight(), width, Math.max(1, bottom - lineHeight()), pixel, 1);
  }

  @Override
  protected void arrange(double width, double height) {
    model.setPoints((int) areaFrom(area.left(), 1).width());
  }

  @Override
  protected void draw(GraphicsContext graphics, double width, double height) {
    Optional<LinePlot> values = model.plotProperty().get();
    Optional<Part> part = model.part.get();
    if (values.isPresent() && part.isPresent()) {
      new Painter(new Plot.OnCanvas(this, graphics), values.get(), part.get()).paint(graphics);
    }
  }

  /// Paints a curve and its axes.
  private final class Painter {

    private final Plot plot;
    private final LinePlot values;
    private final Part part;
    private final ValueRange range;

    Painter(Plot plot, LinePlot values, Part part) {
      this.plot = plot;
      this.values = values;
      this.part = part;
      range = ValueRange.of(values.lowest(), values.highest());
    }

    void paint(GraphicsContext graphics) {
      area = areaFrom(0, plot.pixel());
      int atMost = PlotArea.tickCount(area.height(), SPACE_DOWN);
      List<BigDecimal> ticks = AxisTicks.between(range.low(), range.high(), atMost, false);
      List<Tick> labels = Tick.of(ticks, this::y, tick -> messages.localized(AxisTicks.text(tick)));
      area = areaFrom(Math.ceil(plot.widthOf(labels)), plot.pixel());
      plot.leftAxis(area, labels, true);
      if (range.low() <= 0 && range.high() >= 0) {
        plot.fill(color(Ink.LINE), area.left(), area.snap(y(0)), area.width(), plot.lineWidth());
      }
      paintIndexes();
      paintCaret();
      paintCurve(graphics);
      paintNotes();
    }

    private double x(double position) {
      return area.x((position - part.begin()) / part.visibleLength());
    }

    private double y(double value) {
      return area.bottom() - GAP - range.position(value) * (area.height() - GAP);
    }

    private void paintIndexes() {
      String name = axisName();
      double end = area.right() - widthOf(name) - 2 * GAP;
      int atMost = PlotArea.tickCount(area.width(), SPACE_RIGHT);
      List<BigDecimal> ticks = AxisTicks.between(part.begin(), part.end() - 1.0, atMost, true);
      List<Tick> labels = Tick.of(ticks, index -> x(index + 0.5), BigDecimal::toPlainString);
      plot.bottomAxis(area, labels, 0, end);
      double y = area.bottom() + Plot.TICK + lineHeight() / 2;
      plot.text(color(Ink.TEXT), name, area.right(), y, Anchor.END);
    }

    private String axisName() {
      SliceAxes axes = part.slice().axes();
      int axis = part.isRow() ? axes.columnAxis() : axes.rowAxis();
      return axis == SliceAxes.NONE || axes.tiles().isPresent()
          ? ""
          : messages.text("slice.axis", Integer.toString(axis));
    }

    private void paintCaret() {
      long at = model.position().orElse(-1);
      if (at >= part.begin() && at < part.end()) {
        double width = isFocused() ? 2 : 1;
        plot.fill(color(CurveInk.CARET), area.snap(x(at + 0.5)), GAP, width, area.bottom() - GAP);
      }
    }

    /// Paints the range of each point as a vertical line, and connects the points. Skips points
    /// outside of the visible part, which the next values will replace.
    private void paintCurve(GraphicsContext graphics) {
      boolean hasDots = area.width() / values.size() >= FAR_POINTS;
      List<Point2D> run = new ArrayList<>();
      for (int point = 0; point < values.size(); point++) {
        double x = x(values.begin(point) + values.perPoint() / 2.0);
        boolean isVisible = x >= area.left() && x <= area.right();
        if (isVisible) {
          paintNotFinite(point, x);
        }
        if (!isVisible || Double.isNaN(values.low(point))) {
          paintRun(run);
          continue;
        }
        double low = y(values.low(point));
        double high = y(values.high(point));
        if (!run.isEmpty()) {
          run.add(new Point2D(x, Math.clamp(run.getLast().getY(), high, low)));
        }
        run.addAll(
            List.of(new Point2D(x, low), new Point2D(x, high), new Point2D(x, (low + high) / 2)));
        if (hasDots) {
          graphics.setFill(color(CurveInk.CURVE));
          graphics.fillOval(x - DOT / 2, low - DOT / 2, DOT, DOT);
        }
      }
      paintRun(run);
    }

    private void paintRun(List<Point2D> run) {
      plot.line(new Plot.Stroke(color(CurveInk.CURVE), CURVE_WIDTH, List.of()), run);
      run.clear();
    }

    /// Paints a bar from top to bottom, because values that are not finite have no height.
    private void paintNotFinite(int point, double x) {
      if (values.hasNan(point) || values.hasInfinity(point)) {
        Color color = color(values.hasNan(point) ? CurveInk.NAN : CurveInk.INFINITE);
        plot.fill(color, x - 1, area.top(), 2, area.height());
      }
    }

    private void paintNotes() {
      double right = area.right();
      if (!values.isExact()) {
        String each = messages.count(values.perPoint());
        right = paintNote(messages.text("heatmap.line.sampled", each), right, Color.TRANSPARENT);
      }
      if (IntStream.range(0, values.size()).anyMatch(values::hasInfinity)) {
        right = paintNote(messages.text("heatmap.infinity"), right, color(CurveInk.INFINITE));
      }
      if (IntStream.range(0, values.size()).anyMatch(values::hasNan)) {
        paintNote("NaN", right, color(CurveInk.NAN));
      }
    }

    /// @return the right end of the next note
    private double paintNote(String text, double right, Color swatch) {
      double left = right - widthOf(text) - DOT - 3 * GAP;
      plot.fill(color(Ink.GROUND), left, 0, right - left, lineHeight());
      plot.text(color(Ink.TEXT), text, right, lineHeight() / 2, Anchor.END);
      plot.fill(swatch, left + 2 * GAP, 1, DOT, lineHeight() - 3);
      return left - GAP;
    }
  }
}
