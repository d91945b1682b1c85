package io.github.tensorloupe.desktop.pane.layers;

import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;

/// Draws single places of the map, in the map and in its legend.
final class CellPainter {

  private static final double HATCH = 5;
  private static final double MIN_RADIUS = 3;
  private static final double MIN_CORNER = 6;
  private static final double MAX_RADIUS = 7;

  private final GraphicsContext graphics;
  private final HeatColors colors;

  CellPainter(GraphicsContext graphics, HeatColors colors) {
    this.graphics = graphics;
    this.colors = colors;
  }

  /// Draws a place into a rectangle, without the mark of a tensor that stands out.
  void paint(HeatCell cell, HeatScale scale, double x, double y, double width, double height) {
    switch (cell.kind()) {
      case EMPTY -> {
        return;
      }
      case UNKNOWN -> hatch(x, y, width, height);
      case NO_NUMBER -> {
        fill(colors.danger(), x, y, width, height);
        cross(x, y, width, height);
      }
      case ZERO -> fill(colors.zero(), x, y, width, height);
      case VALUE -> fill(colors.at(scale, scale.position(cell.value())), x, y, width, height);
    }
    markCorner(cell, x, y, width, height);
  }

  /// Draws the corner of a tensor whose value is a number, though not all numbers in it are finite.
  void markCorner(HeatCell cell, double x, double y, double width, double height) {
    if (cell.notFinite() && cell.kind() != HeatCell.Kind.NO_NUMBER) {
      corner(x, y, width, height);
    }
  }

  /// Draws the mark of a tensor that stands out; it may reach beyond a small place.
  void mark(HeatCell cell, double x, double y, double width, double height) {
    if (cell.standsOut()) {
      double radius = Math.clamp(Math.min(width, height) / 2 - 3, MIN_RADIUS, MAX_RADIUS);
      ring(x + width / 2, y + height / 2, radius);
    }
  }

  private void fill(Color color, double x, double y, double width, double height) {
    graphics.setFill(color);
    graphics.fillRect(x, y, width, height);
  }

  /// Tells what is no number from a value of a colour as dark.
  private void cross(double x, double y, double width, double height) {
    double size = Math.min(width, height) * 0.5;
    double left = x + (width - size) / 2;
    double top = y + (height - size) / 2;
    graphics.setStroke(colors.markEdge());
    graphics.setLineWidth(1.5);
    graphics.strokeLine(left, top, left + size, top + size);
    graphics.strokeLine(left, top + size, left + size, top);
  }

  /// Thin lines, because nothing is known and no colour may say that something is.
  private void hatch(double x, double y, double width, double height) {
    graphics.save();
    graphics.beginPath();
    graphics.rect(x, y, width, height);
    graphics.clip();
    graphics.setStroke(colors.unknown());
    graphics.setLineWidth(1);
    for (double at = HATCH / 2; at < width + height; at += HATCH) {
      graphics.strokeLine(x + at, y, x + at - height, y + height);
    }
    graphics.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
    graphics.restore();
  }

  /// A corner in the colour of danger with an edge that parts it from the value's colour.
  private void corner(double x, double y, double width, double height) {
    double size = Math.max(MIN_CORNER, Math.min(width, height) * 0.62);
    double right = x + width;
    graphics.setFill(colors.markEdge());
    graphics.fillPolygon(
        new double[] {right - size - 2, right, right}, new double[] {y, y, y + size + 2}, 3);
    graphics.setFill(colors.danger());
    graphics.fillPolygon(
        new double[] {right - size, right, right}, new double[] {y, y, y + size}, 3);
  }

  private void ring(double centerX, double centerY, double radius) {
    oval(colors.markEdge(), 4, centerX, centerY, radius);
    oval(colors.mark(), 2, centerX, centerY, radius);
  }

  private void oval(Color color, double lineWidth, double x, double y, double radius) {
    graphics.setStroke(color);
    graphics.setLineWidth(lineWidth);
    graphics.strokeOval(x - radius, y - radius, 2 * radius, 2 * radius);
  }
}
