package io.github.tensorloupe.desktop.pane.layers;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.layers.LayerPlace;
import io.github.tensorloupe.analysis.layers.LayerStatistic.Spread;
import io.github.tensorloupe.analysis.layers.StatisticScale;
import io.github.tensorloupe.desktop.control.canvas.CanvasPalette;
import io.github.tensorloupe.desktop.control.canvas.ColoredRegion;
import io.github.tensorloupe.desktop.pane.layers.ColoredStack.Cell;

/// Draws the part of a heat map that is scrolled to, with the numbers of its layers and its roles.
final class LayerMapPainter {

  private static final double GAP = 1;
  private static final double LABEL_GAP = 5;
  private static final double MIN_LABEL_DISTANCE = 14;

  private final GraphicsContext graphics;
  private final ColoredRegion colors;
  private final LayerMapLayout layout;

  /// The number of characters of a role for which there is room.
  ///
  /// @param glyphWidth the width of a character
  static int roleCharacters(LayerMapLayout layout, double glyphWidth) {
    return (int) ((layout.top() - 2 * LABEL_GAP) / glyphWidth);
  }

  /// @param graphics of an empty canvas
  LayerMapPainter(GraphicsContext graphics, ColoredRegion colors, LayerMapLayout layout) {
    this.graphics = graphics;
    this.colors = colors;
    this.layout = layout;
  }

  /// Draws.
  ///
  /// @param roles the names above the columns, short enough for the room there
  /// @param lookedAt the place whose layer and role are emphasized
  void paint(ColoredStack map, List<String> roles, Optional<LayerPlace> lookedAt) {
    graphics.save();
    graphics.beginPath();
    graphics.rect(layout.left(), layout.top(), layout.width(), layout.height());
    graphics.clip();
    paintCells(map);
    graphics.restore();
    paintLayers(map, lookedAt);
    paintRoles(roles, lookedAt);
  }

  private void paintCells(ColoredStack map) {
    CellPainter painter = new CellPainter(graphics, colors);
    double width = layout.cellWidth() - GAP;
    double height = layout.cellHeight() - GAP;
    visit(map, (cell, x, y) -> painter.paint(cell, map.scale(), x, y, width, height));
    visit(map, (cell, x, y) -> painter.mark(cell, x, y, width, height));
  }

  /// Draws one place at a point.
  @FunctionalInterface
  private interface CellVisitor {
    void visit(Cell cell, double x, double y);
  }

  private void visit(ColoredStack map, CellVisitor visitor) {
    for (int row = layout.firstRow(); row < layout.endRow(); row++) {
      for (int column = layout.firstColumn(); column < layout.endColumn(); column++) {
        visitor.visit(
            map.cell(new LayerPlace(row, column)), layout.columnLeft(column), layout.rowTop(row));
      }
    }
  }

  private void paintLayers(ColoredStack map, Optional<LayerPlace> lookedAt) {
    graphics.save();
    graphics.beginPath();
    graphics.rect(0, layout.top() - LABEL_GAP, layout.left(), layout.height() + 2 * LABEL_GAP);
    graphics.clip();
    graphics.setTextAlign(TextAlignment.RIGHT);
    graphics.setTextBaseline(VPos.CENTER);
    int step = (int) Math.ceil(MIN_LABEL_DISTANCE / layout.cellHeight());
    for (int row = layout.firstRow(); row < layout.endRow(); row++) {
      int shown = row;
      boolean strong = lookedAt.filter(place -> place.row() == shown).isPresent();
      boolean neighbour =
          lookedAt.filter(place -> Math.abs(place.row() - shown) < step).isPresent();
      if (strong || row % step == 0 && !neighbour) {
        graphics.setFill(
            strong ? colors.color(LayerColor.STRONG_LABEL) : colors.color(LayerColor.LABEL));
        graphics.fillText(
            Integer.toString(map.stack().layer(row)),
            layout.left() - LABEL_GAP,
            layout.rowTop(row) + (layout.cellHeight() - GAP) / 2);
      }
    }
    graphics.restore();
  }

  private void paintRoles(List<String> roles, Optional<LayerPlace> lookedAt) {
    graphics.save();
    graphics.beginPath();
    graphics.rect(layout.left(), 0, layout.width(), layout.top());
    graphics.clip();
    graphics.setTextAlign(TextAlignment.LEFT);
    graphics.setTextBaseline(VPos.CENTER);
    for (int column = layout.firstColumn(); column < layout.endColumn(); column++) {
      int shown = column;
      boolean strong = lookedAt.filter(place -> place.column() == shown).isPresent();
      paintUpright(
          roles.get(column),
          layout.columnLeft(column) + (layout.cellWidth() - GAP) / 2,
          strong ? colors.color(LayerColor.STRONG_LABEL) : colors.color(LayerColor.LABEL));
    }
    graphics.restore();
  }

  private void paintUpright(String text, double x, Color color) {
    graphics.save();
    graphics.translate(x, layout.top() - LABEL_GAP);
    graphics.rotate(-90);
    graphics.setFill(color);
    graphics.fillText(text, 0, 0);
    graphics.restore();
  }

  /// Draws a frame around a place. What marks the place stays in sight.
  void frame(ColoredStack map, LayerPlace place, boolean strong) {
    graphics.save();
    graphics.beginPath();
    graphics.rect(layout.left() - 1, layout.top() - 1, layout.width() + 2, layout.height() + 2);
    graphics.clip();
    if (strong) {
      // Seen on every color of the map.
      frame(place, colors.color(LayerColor.MARK_EDGE), 4);
      frame(place, colors.color(LayerColor.CURSOR), 2);
      paintMarks(map.cell(place), place);
    } else {
      frame(place, colors.color(LayerColor.STRONG_LABEL), 1);
    }
    graphics.restore();
  }

  private void paintMarks(Cell cell, LayerPlace place) {
    CellPainter painter = new CellPainter(graphics, colors);
    double x = layout.columnLeft(place.column());
    double y = layout.rowTop(place.row());
    double width = layout.cellWidth() - GAP;
    double height = layout.cellHeight() - GAP;
    painter.markCorner(cell, x, y, width, height);
    painter.mark(cell, x, y, width, height);
  }

  private void frame(LayerPlace place, Color color, double lineWidth) {
    graphics.setStroke(color);
    graphics.setLineWidth(lineWidth);
    graphics.strokeRect(
        layout.columnLeft(place.column()) + 0.5,
        layout.rowTop(place.row()) + 0.5,
        layout.cellWidth() - GAP - 1,
        layout.cellHeight() - GAP - 1);
  }

  /// Draws single places of the map, in the map and in its legend.
  static final class CellPainter {

    private static final double HATCH = 5;
    private static final double MIN_RADIUS = 3;
    private static final double MIN_CORNER = 6;
    private static final double MAX_RADIUS = 7;

    private final GraphicsContext graphics;
    private final ColoredRegion colors;

    CellPainter(GraphicsContext graphics, ColoredRegion colors) {
      this.graphics = graphics;
      this.colors = colors;
    }

    /// Draws a place into a rectangle, without the mark of a tensor that stands out.
    void paint(Cell cell, StatisticScale scale, double x, double y, double width, double height) {
      switch (cell.kind()) {
        case EMPTY -> {
          return;
        }
        case UNKNOWN -> hatch(x, y, width, height);
        case NO_NUMBER -> {
          fill(colors.color(LayerColor.DANGER), x, y, width, height);
          cross(x, y, width, height);
        }
        case ZERO -> fill(colors.color(LayerColor.ZERO), x, y, width, height);
        case VALUE ->
            fill(colorAt(colors, scale, scale.position(cell.value())), x, y, width, height);
      }
      markCorner(cell, x, y, width, height);
    }

    /// Draws the corner of a tensor whose value is a number, though not all numbers in it are
    /// finite.
    void markCorner(Cell cell, double x, double y, double width, double height) {
      if (cell.notFinite() && cell.kind() != Cell.Kind.NO_NUMBER) {
        corner(x, y, width, height);
      }
    }

    /// Draws the mark of a tensor that stands out; it may reach beyond a small place.
    void mark(Cell cell, double x, double y, double width, double height) {
      if (cell.standsOut()) {
        double radius = Math.clamp(Math.min(width, height) / 2 - 3, MIN_RADIUS, MAX_RADIUS);
        ring(x + width / 2, y + height / 2, radius);
      }
    }

    /// The color of a position on a scale.
    ///
    /// @param position from 0 to 1
    static Color colorAt(ColoredRegion colors, StatisticScale scale, double position) {
      return colors.gradient(LayerColor.scale(scale.spread()), position);
    }

    private void fill(Color color, double x, double y, double width, double height) {
      graphics.setFill(color);
      graphics.fillRect(x, y, width, height);
    }

    /// Tells what is no number from a value of a color as dark.
    private void cross(double x, double y, double width, double height) {
      double size = Math.min(width, height) * 0.5;
      double left = x + (width - size) / 2;
      double top = y + (height - size) / 2;
      graphics.setStroke(colors.color(LayerColor.MARK_EDGE));
      graphics.setLineWidth(1.5);
      graphics.strokeLine(left, top, left + size, top + size);
      graphics.strokeLine(left, top + size, left + size, top);
    }

    /// Thin lines, because nothing is known and no color may say that something is.
    private void hatch(double x, double y, double width, double height) {
      graphics.save();
      graphics.beginPath();
      graphics.rect(x, y, width, height);
      graphics.clip();
      graphics.setStroke(colors.color(LayerColor.UNKNOWN));
      graphics.setLineWidth(1);
      for (double at = HATCH / 2; at < width + height; at += HATCH) {
        graphics.strokeLine(x + at, y, x + at - height, y + height);
      }
      graphics.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
      graphics.restore();
    }

    /// A corner in the color of danger with an edge that parts it from the value's color.
    private void corner(double x, double y, double width, double height) {
      double size = Math.max(MIN_CORNER, Math.min(width, height) * 0.62);
      double right = x + width;
      graphics.setFill(colors.color(LayerColor.MARK_EDGE));
      graphics.fillPolygon(
          new double[] {right - size - 2, right, right}, new double[] {y, y, y + size + 2}, 3);
      graphics.setFill(colors.color(LayerColor.DANGER));
      graphics.fillPolygon(
          new double[] {right - size, right, right}, new double[] {y, y, y + size}, 3);
    }

    private void ring(double centerX, double centerY, double radius) {
      oval(colors.color(LayerColor.MARK_EDGE), 4, centerX, centerY, radius);
      oval(colors.color(LayerColor.MARK), 2, centerX, centerY, radius);
    }

    private void oval(Color color, double lineWidth, double x, double y, double radius) {
      graphics.setStroke(color);
      graphics.setLineWidth(lineWidth);
      graphics.strokeOval(x - radius, y - radius, 2 * radius, 2 * radius);
    }
  }

  /// The colors of the layer map beside those of its scales.
  enum LayerColor {
    ZERO,
    UNKNOWN,
    /// Of tensors with values that are not finite.
    DANGER,
    LABEL,
    /// Of the layer and the role under the pointer.
    STRONG_LABEL,
    /// Of the ring around an outlier; its edge sets it off from every color.
    MARK,
    MARK_EDGE,
    CURSOR;

    private static final List<String> RAMP =
        List.of("ramp-0", "ramp-1", "ramp-2", "ramp-3", "ramp-4", "ramp-5", "ramp-6");
    private static final List<String> SIGNED =
        List.of("signed-0", "signed-1", "signed-2", "signed-3", "signed-4");

    static final CanvasPalette PALETTE =
        CanvasPalette.of("-tl-map-", RAMP, SIGNED, List.of(values()));

    /// The names of the colors of a scale, from low to high.
    static List<String> scale(Spread spread) {
      return switch (spread) {
        case LINEAR, LOGARITHMIC -> RAMP;
        case SIGNED -> SIGNED;
      };
    }
  }
}
