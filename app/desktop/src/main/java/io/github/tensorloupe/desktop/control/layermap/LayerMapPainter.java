package io.github.tensorloupe.desktop.control.layermap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.analysis.layers.LayerCell;
import io.github.tensorloupe.desktop.control.canvas.CanvasPalette;
import io.github.tensorloupe.desktop.control.canvas.ColoredRegion;
import io.github.tensorloupe.desktop.control.canvas.Glyphs;
import io.github.tensorloupe.desktop.control.layermap.LayerMapLayout.LabelRoom;
import io.github.tensorloupe.desktop.control.layermap.LayerMapLayout.Line;
import io.github.tensorloupe.desktop.control.layermap.StackStatistic.Cell;
import io.github.tensorloupe.desktop.control.layermap.StatisticScale.Spread;

/// Draws the visible part of a layer map, with its layer numbers and column names.
///
/// @param graphics of an empty canvas
record LayerMapPainter(GraphicsContext graphics, ColoredRegion colors, LayerMapLayout layout) {

  private static final double TILT = -45;

  /// Names of groups that would be shortened to less are omitted.
  private static final int MIN_GROUP_CHARACTERS = 6;

  /// @param names the column names, shortened to the available space
  /// @param emphasized the place whose layer and role are emphasized
  void paint(StackStatistic map, List<String> names, Optional<LayerCell> emphasized) {
    Rectangle2D cells = layout.cells();
    clipped(cells, () -> paintCells(map));
    double left = cells.getMinX();
    double top = cells.getMinY();
    clipped(
        new Rectangle2D(0, top - LabelRoom.GAP, left, cells.getHeight() + 2 * LabelRoom.GAP),
        () -> paintLayers(map, emphasized.map(LayerCell::row).orElse(-1)));
    clipped(
        new Rectangle2D(left, 0, cells.getWidth() + layout.labels().right(), top),
        () -> paintNames(names, emphasized.map(LayerCell::column).orElse(-1)));
  }

  private void clipped(Rectangle2D area, Runnable painting) {
    graphics.save();
    graphics.beginPath();
    graphics.rect(area.getMinX(), area.getMinY(), area.getWidth(), area.getHeight());
    graphics.clip();
    painting.run();
    graphics.restore();
  }

  /// Draws marks after all places, because they may extend beyond a small place.
  private void paintCells(StackStatistic map) {
    CellPainter painter = new CellPainter(graphics, colors);
    visit(place -> painter.paint(map.cell(place), map.scale(place.column()), layout.box(place)));
    visit(place -> painter.mark(map.cell(place), layout.box(place)));
  }

  private void visit(Consumer<LayerCell> visitor) {
    for (int row = layout.rows().first(); row < layout.rows().end(); row++) {
      for (int column = layout.columns().first(); column < layout.columns().end(); column++) {
        visitor.accept(new LayerCell(row, column));
      }
    }
  }

  private void paintLayers(StackStatistic map, int emphasized) {
    graphics.setTextAlign(TextAlignment.RIGHT);
    graphics.setTextBaseline(VPos.CENTER);
    for (int row = layout.rows().first(); row < layout.rows().end(); row++) {
      if (layout.isNumbered(row, emphasized)) {
        graphics.setFill(labelColor(row == emphasized));
        graphics.fillText(
            map.stack().layerLabel(row),
            layout.columns().begin() - LabelRoom.GAP,
            layout.middleOf(new LayerCell(row, 0)).getY());
      }
    }
  }

  private void paintNames(List<String> names, int emphasized) {
    LabelRoom labels = layout.labels();
    if (labels.grouped()) {
      paintGroups(names, emphasized);
      return;
    }
    Line columns = layout.columns();
    graphics.setTextAlign(labels.tilted() ? TextAlignment.LEFT : TextAlignment.CENTER);
    graphics.setTextBaseline(labels.tilted() ? VPos.CENTER : VPos.BOTTOM);
    for (int column = columns.first(); column < columns.end(); column++) {
      if (layout.isNamed(column, emphasized)) {
        graphics.save();
        double x = layout.middleOf(new LayerCell(0, column)).getX();
        graphics.translate(x, layout.rows().begin() - LabelRoom.GAP);
        graphics.rotate(labels.tilted() ? TILT : 0);
        graphics.setFill(labelColor(column == emphasized));
        graphics.fillText(names.get(column), 0, 0);
        graphics.restore();
      }
    }
  }

  /// Draws the names of groups that fit above their columns and remain distinct.
  private void paintGroups(List<String> names, int emphasized) {
    Line columns = layout.columns();
    List<ColumnGroup> groups = ColumnGroup.of(names);
    List<String> wholeNames = groups.stream().map(ColumnGroup::name).toList();
    Map<Integer, List<String>> shortened = new HashMap<>();
    graphics.setTextAlign(TextAlignment.CENTER);
    graphics.setTextBaseline(VPos.BOTTOM);
    double characterWidth = Glyphs.of(graphics.getFont()).width();
    double y = layout.rows().begin() - LabelRoom.GAP;
    for (int i = 0; i < groups.size(); i++) {
      ColumnGroup group = groups.get(i);
      double begin = columns.at(group.begin()) + 1;
      double end = columns.at(group.end()) - 2;
      int characters = (int) ((end - begin) / characterWidth);
      List<String> fitting =
          shortened.computeIfAbsent(characters, it -> FittingNames.fitting(wholeNames, it));
      String text = fitting.get(i);
      boolean isComplete = text.startsWith(FittingNames.CUT) || text.equals(group.name());
      boolean isReadable = isComplete || text.length() >= MIN_GROUP_CHARACTERS;
      if (isReadable && Collections.frequency(fitting, text) == 1) {
        Color color = labelColor(emphasized >= group.begin() && emphasized < group.end());
        graphics.setFill(color);
        graphics.fillText(text, (begin + end) / 2, y);
        graphics.setStroke(color);
        graphics.setLineWidth(1);
        graphics.strokeLine(begin, y + 2.5, end, y + 2.5);
      }
    }
  }

  /// Draws the titles of the axes, above the column names and the row numbers.
  void paintTitles(String columns, String rows) {
    graphics.setFill(labelColor(true));
    graphics.setTextBaseline(VPos.TOP);
    graphics.setTextAlign(TextAlignment.LEFT);
    if (layout.rows().begin() >= 2 * layout.labels().lineHeight()) {
      graphics.fillText(columns, 0, 0);
    }
    graphics.setTextBaseline(VPos.BOTTOM);
    graphics.setTextAlign(TextAlignment.RIGHT);
    Rectangle2D cells = layout.cells();
    graphics.fillText(rows, cells.getMinX() - LabelRoom.GAP, cells.getMinY() - LabelRoom.GAP);
  }

  private Color labelColor(boolean strong) {
    return colors.color(strong ? LayerColor.STRONG_LABEL : LayerColor.LABEL);
  }

  /// Draws a frame around a place, below the marks of the place.
  void frame(StackStatistic map, LayerCell place, boolean strong) {
    Rectangle2D cells = layout.cells();
    Rectangle2D box = layout.box(place);
    clipped(
        new Rectangle2D(
            cells.getMinX() - 1, cells.getMinY() - 1, cells.getWidth() + 2, cells.getHeight() + 2),
        () -> {
          if (strong) {
            // Visible on every color of the map.
            frame(box, LayerColor.MARK_EDGE, 4);
            frame(box, LayerColor.CURSOR, 2);
            CellPainter painter = new CellPainter(graphics, colors);
            painter.markCorner(map.cell(place), box);
            painter.mark(map.cell(place), box);
          } else {
            frame(box, LayerColor.STRONG_LABEL, 1);
          }
        });
  }

  private void frame(Rectangle2D box, LayerColor color, double lineWidth) {
    graphics.setStroke(colors.color(color));
    graphics.setLineWidth(lineWidth);
    graphics.strokeRect(
        box.getMinX() + 0.5, box.getMinY() + 0.5, box.getWidth() - 1, box.getHeight() - 1);
  }

  record CellPainter(GraphicsContext graphics, ColoredRegion colors) {

    private static final double HATCH = 5;
    private static final double MIN_RADIUS = 3;
    private static final double MIN_CORNER = 6;
    private static final double MAX_RADIUS = 7;

    /// Draws a place into a rectangle, without the mark of an outlier.
    void paint(Cell cell, StatisticScale scale, Rectangle2D box) {
      switch (cell.kind()) {
        case EMPTY -> {}
        case UNKNOWN -> hatch(box);
        case NO_NUMBER -> {
          fill(colors.color(LayerColor.DANGER), box);
          cross(box);
        }
        case ZERO -> fill(colors.color(LayerColor.ZERO), box);
        case VALUE -> fill(colorAt(colors, scale, scale.position(cell.value())), box);
      }
      markCorner(cell, box);
    }

    /// Draws the corner of a tensor whose statistic is a number although not all of its values are
    /// finite. An edge separates the danger color from the color of the place.
    void markCorner(Cell cell, Rectangle2D box) {
      if (cell.notFinite() && cell.kind() != Cell.Kind.NO_NUMBER) {
        double size = Math.max(MIN_CORNER, Math.min(box.getWidth(), box.getHeight()) * 0.62);
        corner(colors.color(LayerColor.MARK_EDGE), size + 2, box);
        corner(colors.color(LayerColor.DANGER), size, box);
      }
    }

    private void corner(Color color, double size, Rectangle2D box) {
      double right = box.getMaxX();
      double top = box.getMinY();
      graphics.setFill(color);
      graphics.fillPolygon(
          new double[] {right - size, right, right}, new double[] {top, top, top + size}, 3);
    }

    /// Draws the mark of an outlier, which may extend beyond a small place.
    void mark(Cell cell, Rectangle2D box) {
      if (cell.isOutlier()) {
        ring(colors.color(LayerColor.MARK_EDGE), 4, box);
        ring(colors.color(LayerColor.MARK), 2, box);
      }
    }

    private void ring(Color color, double lineWidth, Rectangle2D box) {
      double room = Math.min(box.getWidth(), box.getHeight()) / 2 - 3;
      double radius = Math.clamp(room, MIN_RADIUS, MAX_RADIUS);
      graphics.setStroke(color);
      graphics.setLineWidth(lineWidth);
      double left = box.getMinX() + box.getWidth() / 2 - radius;
      double top = box.getMinY() + box.getHeight() / 2 - radius;
      graphics.strokeOval(left, top, 2 * radius, 2 * radius);
    }

    /// Returns the color of a position on a scale.
    ///
    /// @param position from 0 to 1
    static Color colorAt(ColoredRegion colors, StatisticScale scale, double position) {
      return colors.gradient(LayerColor.scale(scale.spread()), position);
    }

    private void fill(Color color, Rectangle2D box) {
      graphics.setFill(color);
      graphics.fillRect(box.getMinX(), box.getMinY(), box.getWidth(), box.getHeight());
    }

    /// Distinguishes a missing number from a value with a similarly dark color.
    private void cross(Rectangle2D box) {
      double size = Math.min(box.getWidth(), box.getHeight()) * 0.5;
      double left = box.getMinX() + (box.getWidth() - size) / 2;
      double top = box.getMinY() + (box.getHeight() - size) / 2;
      graphics.setStroke(colors.color(LayerColor.MARK_EDGE));
      graphics.setLineWidth(1.5);
      graphics.strokeLine(left, top, left + size, top + size);
      graphics.strokeLine(left, top + size, left + size, top);
    }

    /// Draws thin lines, because any fill color would suggest a value. Each line ends at the edges
    /// of the box: with clipping, the software renderer would blend the whole canvas for each box.
    private void hatch(Rectangle2D box) {
      double x = box.getMinX();
      double y = box.getMinY();
      double width = box.getWidth();
      double height = box.getHeight();
      graphics.setStroke(colors.color(LayerColor.UNKNOWN));
      graphics.setLineWidth(1);
      for (double at = HATCH / 2; at < width + height; at += HATCH) {
        double beyond = Math.max(0, at - width);
        double below = Math.max(0, at - height);
        graphics.strokeLine(x + at - beyond, y + beyond, x + below, y + at - below);
      }
      graphics.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
    }
  }

  enum LayerColor {
    ZERO,
    UNKNOWN,
    /// For tensors with values that are not finite.
    DANGER,
    LABEL,
    /// For the layer and the role under the pointer.
    STRONG_LABEL,
    /// For the ring around an outlier; its edge separates it from every color.
    MARK,
    MARK_EDGE,
    CURSOR;

    static final CanvasPalette PALETTE =
        CanvasPalette.of("-tl-map-", CanvasPalette.RAMP, CanvasPalette.SIGNED, List.of(values()));

    /// Returns the names of the colors of a scale, from low to high.
    static List<String> scale(Spread spread) {
      return switch (spread) {
        case LINEAR, LOGARITHMIC -> CanvasPalette.RAMP;
        case SIGNED -> CanvasPalette.SIGNED;
      };
    }
  }
}
