package io.github.tensorloupe.desktop.pane.overview.treemap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.canvas.CanvasPalette;
import io.github.tensorloupe.desktop.control.canvas.ColoredRegion;
import io.github.tensorloupe.desktop.pane.overview.treemap.Treemap.Area;
import io.github.tensorloupe.desktop.pane.overview.treemap.Treemap.Tile;
import io.github.tensorloupe.desktop.pane.overview.treemap.TreemapViewModel.Coloring;
import io.github.tensorloupe.desktop.theme.DtypeStyles;

/// Draws a treemap.
///
/// @param selected node of what is selected, or -1
/// @param focused the tile that the keys are at
record TreemapPainter(
    GraphicsContext graphics,
    ColoredRegion colors,
    Coloring coloring,
    TileText text,
    int selected,
    Optional<Tile> focused) {

  /// The colors beside those of dtypes and groups.
  private enum Ink {
    GROUND,
    TEXT,
    MUTED,
    ACCENT,
    LINE
  }

  static final CanvasPalette PALETTE =
      CanvasPalette.of(
          "-tl-drawn-", List.of(Ink.values()), DtypeStyles.STYLE_CLASSES, DtypeStyles.GROUPS);

  private static final Font FONT = Font.font("Inter", 11);
  private static final double CHARACTER_WIDTH = 6;
  private static final double MIN_LABEL_WIDTH = 30;
  private static final double MIN_LABEL_HEIGHT = 14;
  private static final double GROUND_OPACITY = 0.14;
  private static final double LEAF_OPACITY = 0.42;

  void paint(Treemap map) {
    graphics.setFont(FONT);
    graphics.setTextBaseline(VPos.CENTER);
    map.tiles().forEach(this::paint);
    map.of(selected).ifPresent(tile -> outline(tile, colors.color(Ink.ACCENT), 2));
    focused.ifPresent(tile -> outline(tile, colors.color(Ink.TEXT), 1));
  }

  private void paint(Tile tile) {
    Area area = tile.area();
    boolean leaf = tile.dtype().isPresent();
    double gap = tile.depth() == 0 ? 1 : 0.5;
    double width = Math.max(0.5, area.width() - 2 * gap);
    double height = Math.max(0.5, area.height() - 2 * gap);
    graphics.setFill(colors.color(Ink.GROUND));
    graphics.fillRect(area.x() + gap, area.y() + gap, width, height);
    graphics.setFill(fade(colorOf(tile), leaf ? LEAF_OPACITY : GROUND_OPACITY));
    graphics.fillRect(area.x() + gap, area.y() + gap, width, height);
    label(tile, leaf);
  }

  private Color colorOf(Tile tile) {
    if (coloring == Coloring.GROUP) {
      return colors.color(DtypeStyles.group(tile.rank()));
    }
    return tile.dtype()
        .map(dtype -> colors.color(DtypeStyles.styleClass(dtype)))
        .orElseGet(() -> colors.color(Ink.LINE));
  }

  private static Color fade(Color color, double opacity) {
    return color.deriveColor(0, 1, 1, opacity);
  }

  private void label(Tile tile, boolean leaf) {
    Area area = tile.area();
    double room = area.width() - 8;
    String whole = text.label(tile);
    boolean cut = whole.length() * CHARACTER_WIDTH > room;
    if (cut && room < MIN_LABEL_WIDTH || area.height() < MIN_LABEL_HEIGHT) {
      return;
    }
    String label = fit(whole, (int) (room / CHARACTER_WIDTH));
    graphics.setFill(colors.color(leaf ? Ink.TEXT : Ink.MUTED));
    graphics.fillText(label, area.x() + 5, area.y() + TreemapLayout.TITLE_HEIGHT / 2 + 1, room);
  }

  private static String fit(String label, int characters) {
    return label.length() <= characters
        ? label
        : label.substring(0, Math.max(1, characters - 1)) + "…";
  }

  private void outline(Tile tile, Color color, double width) {
    Area area = tile.area();
    double inset = width / 2 + 0.5;
    graphics.setStroke(color);
    graphics.setLineWidth(width);
    graphics.strokeRect(
        area.x() + inset,
        area.y() + inset,
        Math.max(1, area.width() - 2 * inset),
        Math.max(1, area.height() - 2 * inset));
  }
}
