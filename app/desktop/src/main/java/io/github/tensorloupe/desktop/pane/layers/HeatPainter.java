package io.github.tensorloupe.desktop.pane.layers;

import io.github.tensorloupe.analysis.layers.LayerPlace;
import java.util.List;
import java.util.Optional;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.TextAlignment;

/// Draws the part of a heat map that is scrolled to, with the numbers of its layers and its roles.
final class HeatPainter {

  private static final double GAP = 1;
  private static final double LABEL_GAP = 5;
  private static final double MIN_LABEL_DISTANCE = 14;

  private final GraphicsContext graphics;
  private final HeatColors colors;
  private final HeatLayout layout;

  /// How many characters of a role there is room for.
  ///
  /// @param glyphWidth the width of a character
  static int roleCharacters(HeatLayout layout, double glyphWidth) {
    return (int) ((layout.top() - 2 * LABEL_GAP) / glyphWidth);
  }

  /// @param graphics of an empty canvas
  HeatPainter(GraphicsContext graphics, HeatColors colors, HeatLayout layout) {
    this.graphics = graphics;
    this.colors = colors;
    this.layout = layout;
  }

  /// Draws.
  ///
  /// @param roles the names above the columns, short enough for the room there
  /// @param lookedAt the place whose layer and role are emphasized
  void paint(HeatMap map, List<String> roles, Optional<LayerPlace> lookedAt) {
    graphics.save();
    graphics.beginPath();
    graphics.rect(layout.left(), layout.top(), layout.width(), layout.height());
    graphics.clip();
    paintCells(map);
    graphics.restore();
    paintLayers(map, lookedAt);
    paintRoles(roles, lookedAt);
  }

  private void paintCells(HeatMap map) {
    CellPainter painter = new CellPainter(graphics, colors);
    double width = layout.cellWidth() - GAP;
    double height = layout.cellHeight() - GAP;
    visit(map, (cell, x, y) -> painter.paint(cell, map.scale(), x, y, width, height));
    visit(map, (cell, x, y) -> painter.mark(cell, x, y, width, height));
  }

  /// Draws one place at a point.
  @FunctionalInterface
  private interface CellVisitor {
    void visit(HeatCell cell, double x, double y);
  }

  private void visit(HeatMap map, CellVisitor visitor) {
    for (int row = layout.firstRow(); row < layout.endRow(); row++) {
      for (int column = layout.firstColumn(); column < layout.endColumn(); column++) {
        visitor.visit(
            map.cell(new LayerPlace(row, column)), layout.columnLeft(column), layout.rowTop(row));
      }
    }
  }

  private void paintLayers(HeatMap map, Optional<LayerPlace> lookedAt) {
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
        graphics.setFill(strong ? colors.strongLabel() : colors.label());
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
          strong ? colors.strongLabel() : colors.label());
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
  void frame(HeatMap map, LayerPlace place, boolean strong) {
    graphics.save();
    graphics.beginPath();
    graphics.rect(layout.left() - 1, layout.top() - 1, layout.width() + 2, layout.height() + 2);
    graphics.clip();
    if (strong) {
      // Seen on every colour of the map.
      frame(place, colors.markEdge(), 4);
      frame(place, colors.cursor(), 2);
      paintMarks(map.cell(place), place);
    } else {
      frame(place, colors.strongLabel(), 1);
    }
    graphics.restore();
  }

  private void paintMarks(HeatCell cell, LayerPlace place) {
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
}
