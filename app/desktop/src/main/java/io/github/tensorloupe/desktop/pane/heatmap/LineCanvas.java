package io.github.tensorloupe.desktop.pane.heatmap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.slice.SliceAxes;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.control.canvas.CanvasPalette;
import io.github.tensorloupe.desktop.control.canvas.CanvasRegion;
import io.github.tensorloupe.desktop.control.canvas.CaretMove;
import io.github.tensorloupe.desktop.control.canvas.WheelSteps;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.plot.AxisTicks;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.text.Quantities;

/// The curve with its axes. Handles mouse and keyboard input.
final class LineCanvas extends CanvasRegion {

  private static final double TICK = 4;
  private static final double GAP = 4;
  private static final double NOTCH = 30;
  private static final double SPACE_DOWN = 32;
  private static final double SPACE_RIGHT = 80;
  private static final int MAX_TICKS = 24;

  /// The minimum distance of points that are drawn as dots, in pixels.
  private static final double FAR_POINTS = 8;

  private static final double DOT = 4;
  private static final int PAGE = 16;

  private enum Ink {
    TEXT,
    GROUND,
    LINE,
    GRID,
    CURVE,
    NAN,
    INFINITE,
    CARET
  }

  private static final CanvasPalette PALETTE = CanvasPalette.of("-tl-axis-", List.of(Ink.values()));

  private final LineViewModel model;
  private final Messages messages;

  final ObjectProperty<OptionalLong> pointed = new SimpleObjectProperty<>(OptionalLong.empty());

  private final WheelSteps wheel = new WheelSteps();
  private double left;
  private double bottom;
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

  private double plotWidth() {
    return Math.max(1, getWidth() - left - 2 * GAP);
  }

  private double plotHeight() {
    return Math.max(1, bottom - lineHeight() - GAP);
  }

  private double lineHeight() {
    return Math.ceil(font().getSize() * 1.3);
  }

  private double positionAt(double x) {
    return model
        .part
        .get()
        .map(part -> part.begin() + (x - left) / plotWidth() * (part.end() - part.begin()))
        .orElse(0.0);
  }

  @Override
  protected void arrange(double width, double height) {
    bottom = Math.max(1, height - lineHeight() - TICK - GAP);
    model.setPoints((int) plotWidth());
  }

  @Override
  protected void draw(GraphicsContext graphics, double width, double height) {
    Optional<LinePlot> plot = model.plotProperty().get();
    if (plot.isPresent() && model.part.get().isPresent()) {
      Curve curve = Curve.of(plot.get().lowest(), plot.get().highest());
      drawValues(graphics, curve);
      drawIndexes(graphics, plot.get());
      drawCaret(graphics);
      drawCurve(graphics, plot.get(), curve);
      drawNotes(graphics, plot.get());
    }
  }

  record Curve(double low, double high) {

    static Curve of(double low, double high) {
      if (low == high) {
        double around = low == 0 ? 1 : Math.abs(low) / 2;
        return new Curve(
            Math.max(-Double.MAX_VALUE, low - around), Math.min(Double.MAX_VALUE, high + around));
      }
      return new Curve(low, high);
    }

    /// Returns the position between the lowest (0) and the highest (1) value. Halves the values
    /// first, because their difference may overflow.
    double share(double value) {
      return (value / 2 - low / 2) / (high / 2 - low / 2);
    }
  }

  private double y(Curve curve, double value) {
    return bottom - GAP - curve.share(value) * plotHeight();
  }

  private double x(double position) {
    LinePlot.Part part = model.part.get().orElseThrow();
    return left + (position - part.begin()) / (part.end() - part.begin()) * plotWidth();
  }

  private static double snap(double place) {
    return Math.floor(place) + 0.5;
  }

  private void drawValues(GraphicsContext graphics, Curve curve) {
    int atMost = (int) Math.clamp(plotHeight() / SPACE_DOWN, 2, MAX_TICKS);
    List<BigDecimal> ticks = AxisTicks.between(curve.low(), curve.high(), atMost, false);
    double widest = 0;
    for (BigDecimal tick : ticks) {
      widest = Math.max(widest, widthOf(text(tick)));
    }
    left = Math.ceil(widest + GAP + TICK);
    graphics.setTextAlign(TextAlignment.RIGHT);
    graphics.setTextBaseline(VPos.CENTER);
    for (BigDecimal tick : ticks) {
      double y = snap(y(curve, tick.doubleValue()));
      graphics.setStroke(color(tick.signum() == 0 ? Ink.LINE : Ink.GRID));
      graphics.strokeLine(left, y, left + plotWidth(), y);
      graphics.setFill(color(Ink.TEXT));
      graphics.fillText(text(tick), left - TICK, y);
    }
  }

  private String text(BigDecimal tick) {
    return messages.localized(Quantities.number(tick));
  }

  private void drawIndexes(GraphicsContext graphics, LinePlot plot) {
    LinePlot.Part part = model.part.get().orElseThrow();
    graphics.setStroke(color(Ink.LINE));
    graphics.strokeLine(left, snap(bottom), left + plotWidth(), snap(bottom));
    graphics.setFill(color(Ink.TEXT));
    graphics.setTextBaseline(VPos.TOP);
    graphics.setTextAlign(TextAlignment.RIGHT);
    String name = name(plot.part().slice(), part.isRow());
    double end = left + plotWidth() - widthOf(name) - 2 * GAP;
    graphics.fillText(name, left + plotWidth(), bottom + TICK);
    graphics.setTextAlign(TextAlignment.CENTER);
    int atMost = (int) Math.clamp(plotWidth() / SPACE_RIGHT, 2, MAX_TICKS);
    for (BigDecimal tick : AxisTicks.between(part.begin(), part.end() - 1.0, atMost, true)) {
      double x = x(tick.doubleValue() + 0.5);
      String text = tick.toPlainString();
      graphics.strokeLine(snap(x), bottom, snap(x), bottom + TICK);
      if (x + widthOf(text) / 2 < end) {
        graphics.fillText(text, x, bottom + TICK);
      }
    }
  }

  private String name(TensorSlice slice, boolean isRow) {
    int axis = isRow ? slice.axes().columnAxis() : slice.axes().rowAxis();
    return axis == SliceAxes.NONE || slice.axes().tiles().isPresent()
        ? ""
        : messages.text("slice.axis", Integer.toString(axis));
  }

  private void drawCaret(GraphicsContext graphics) {
    LinePlot.Part part = model.part.get().orElseThrow();
    long at = model.position().orElse(-1);
    if (at >= part.begin() && at < part.end()) {
      graphics.setStroke(color(Ink.CARET));
      graphics.setLineWidth(isFocused() ? 2 : 1);
      graphics.strokeLine(snap(x(at + 0.5)), GAP, snap(x(at + 0.5)), bottom);
      graphics.setLineWidth(1);
    }
  }

  private void drawCurve(GraphicsContext graphics, LinePlot plot, Curve curve) {
    graphics.save();
    graphics.beginPath();
    graphics.rect(left, 0, plotWidth(), bottom + TICK);
    graphics.clip();
    graphics.setStroke(color(Ink.CURVE));
    graphics.setLineWidth(1.25);
    double distance = plotWidth() / plot.size();
    double lastX = Double.NaN;
    double lastY = 0;
    for (int point = 0; point < plot.size(); point++) {
      double x = x(plot.begin(point) + plot.perPoint() / 2.0);
      drawNotFinite(graphics, plot, point, x);
      if (Double.isNaN(plot.low(point))) {
        lastX = Double.NaN;
        continue;
      }
      double low = y(curve, plot.low(point));
      double high = y(curve, plot.high(point));
      if (!Double.isNaN(lastX)) {
        graphics.strokeLine(lastX, lastY, x, Math.clamp(lastY, high, low));
      }
      graphics.strokeLine(x, low, x, high);
      if (distance >= FAR_POINTS) {
        graphics.setFill(color(Ink.CURVE));
        graphics.fillOval(x - DOT / 2, low - DOT / 2, DOT, DOT);
      }
      lastX = x;
      lastY = (low + high) / 2;
    }
    graphics.restore();
  }

  /// Draws a bar from top to bottom, because values that are not finite have no height.
  private void drawNotFinite(GraphicsContext graphics, LinePlot plot, int point, double x) {
    if (plot.hasNan(point) || plot.hasInfinity(point)) {
      graphics.setFill(color(plot.hasNan(point) ? Ink.NAN : Ink.INFINITE));
      graphics.fillRect(x - 1, lineHeight(), 2, bottom - lineHeight());
    }
  }

  private void drawNotes(GraphicsContext graphics, LinePlot plot) {
    double right = left + plotWidth();
    graphics.setTextAlign(TextAlignment.RIGHT);
    graphics.setTextBaseline(VPos.TOP);
    if (!plot.isExact()) {
      String each = messages.count(plot.perPoint());
      right = drawNote(graphics, messages.text("heatmap.line.sampled", each), right, Ink.TEXT);
    }
    if (IntStream.range(0, plot.size()).anyMatch(plot::hasInfinity)) {
      right = drawNote(graphics, messages.text("heatmap.infinity"), right, Ink.INFINITE);
    }
    if (IntStream.range(0, plot.size()).anyMatch(plot::hasNan)) {
      drawNote(graphics, "NaN", right, Ink.NAN);
    }
  }

  /// @return the right end of the next note
  private double drawNote(GraphicsContext graphics, String text, double right, Ink swatch) {
    double width = widthOf(text);
    graphics.setFill(color(Ink.GROUND));
    graphics.fillRect(right - width - DOT - 3 * GAP, 0, width + DOT + 3 * GAP, lineHeight());
    graphics.setFill(color(Ink.TEXT));
    graphics.fillText(text, right, 0);
    if (swatch != Ink.TEXT) {
      graphics.setFill(color(swatch));
      graphics.fillRect(right - width - GAP - DOT, 1, DOT, lineHeight() - 3);
    }
    return right - width - DOT - 4 * GAP;
  }
}
