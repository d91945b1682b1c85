package io.github.tensorloupe.desktop.pane.filemap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.canvas.CanvasPalette;
import io.github.tensorloupe.desktop.control.canvas.ColoredRegion;
import io.github.tensorloupe.desktop.pane.filemap.FileMapViewModel.Coloring;
import io.github.tensorloupe.desktop.pane.filemap.MapColumns.ColumnKind;
import io.github.tensorloupe.desktop.theme.DtypeStyles;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.TensorInfo;

/// Draws the map. Takes time linear in the number of columns.
///
/// @param colors the colors of [#PALETTE]
/// @param height the height of the strip in pixels
record MapPainter(
    GraphicsContext graphics, ColoredRegion colors, FileMapViewModel model, double height) {

  private enum Ink {
    /// The first column of a tensor, patterns, and the outlines of other marks.
    EDGE,
    HOLE,
    CARET,
    /// The lines along the selected tensor.
    SELECTED
  }

  static final CanvasPalette PALETTE =
      CanvasPalette.of(
          "-tl-drawn-",
          List.of(ColumnKind.values()),
          List.of(Ink.values()),
          DtypeStyles.STYLE_CLASSES,
          DtypeStyles.GROUPS);

  private static final int MIN_EDGE_COLUMNS = 5;
  private static final double HOLE_HEIGHT = 4;
  private static final double WARNING_HEIGHT = 4;
  private static final double ERROR_HEIGHT = 8;

  /// The minimum width of an error, so that one bad tensor among a million is visible.
  private static final int MIN_ERROR_COLUMNS = 4;

  private static final double PATTERN_HEIGHT = 2;
  private static final int DASH = 6;
  private static final double STRIPE = 2;

  private static final double SELECTED_HEIGHT = 2;
  private static final double CARET_WIDTH = 3;
  private static final double PLACE_HEIGHT = 2;
  private static final double MIN_FRAME_WIDTH = 9;

  void paint(MapColumns map) {
    MapScale scale = map.scale();
    Coloring coloring = model.coloring.get();
    paintRuns(map, 0, height, column -> colorOf(map, coloring, column));
    if (coloring != Coloring.HEALTH) {
      paintRuns(map, 0, WARNING_HEIGHT, column -> warningColor(map, column));
    }
    paintEdges(map);
    Color gap = colors.color(ColumnKind.UNCLAIMED);
    paintRuns(map, 0, height, column -> map.isGap(column) ? gap : null);
    Color hole = colors.color(Ink.HOLE);
    paintRuns(map, height - HOLE_HEIGHT, HOLE_HEIGHT, column -> map.isHole(column) ? hole : null);
    paintAbsent(map);
    paintErrors(map, coloring == Coloring.HEALTH ? height : ERROR_HEIGHT);
    if (coloring == Coloring.HEALTH) {
      paintPatterns(map);
    }
    Predicate<ByteRange> isVisible = range -> range.byteCount() > 0 && scale.shows(range);
    Optional<ByteRange> selected = model.selected().filter(isVisible);
    selected.ifPresent(it -> paintSelected(scale.column(it.begin()), scale.lastColumn(it) + 1));
    BitSet group = model.groupColumns.get();
    for (int first = group.nextSetBit(0); first >= 0; ) {
      int end = group.nextClearBit(first);
      paintSelected(first, end);
      first = group.nextSetBit(end);
    }
    paintPlace(scale);
    model.visible().filter(isVisible).ifPresent(range -> paintVisible(scale, range));
    model.caret().filter(scale::shows).ifPresent(offset -> paintCaret(scale.column(offset)));
  }

  /// Draws stripes over bytes that are still on a server, so that their color stays visible.
  private void paintAbsent(MapColumns map) {
    Color edge = colors.color(Ink.EDGE);
    for (double top = STRIPE; top < height; top += 2 * STRIPE) {
      paintRuns(map, top, STRIPE, column -> map.isNotFetched(column) ? edge : null);
    }
  }

  private Color colorOf(MapColumns map, Coloring coloring, int column) {
    ColumnKind kind = map.kind(column);
    if (coloring == Coloring.HEALTH) {
      return colors.color(kind);
    }
    Optional<TensorInfo> tensor = map.mainTensor(column);
    if (tensor.isEmpty()) {
      boolean isKnown = kind == ColumnKind.MISSING || kind == ColumnKind.UNCLAIMED;
      return colors.color(isKnown ? kind : ColumnKind.HEADER);
    }
    return colors.color(
        coloring == Coloring.DTYPE
            ? DtypeStyles.styleClass(tensor.get().dtype())
            : DtypeStyles.group(map.group(column)));
  }

  private Color warningColor(MapColumns map, int column) {
    ColumnKind kind = map.kind(column);
    return kind == ColumnKind.WARNING || kind == ColumnKind.OVERLAP ? colors.color(kind) : null;
  }

  private void paintErrors(MapColumns map, double errorHeight) {
    graphics.setFill(colors.color(ColumnKind.ERROR));
    for (int begin = 0; begin < map.count(); begin++) {
      if (map.kind(begin) == ColumnKind.ERROR) {
        int end = begin;
        while (end < map.count() && map.kind(end) == ColumnKind.ERROR) {
          end++;
        }
        int width = Math.max(MIN_ERROR_COLUMNS, end - begin);
        graphics.fillRect(Math.min(begin, map.count() - width), 0, width, errorHeight);
        begin = end;
      }
    }
  }

  /// Draws lines that distinguish problems from each other and from healthy tensors without color:
  /// one line for a warning, two for an error, dashes for an overlap, a broad line for missing
  /// bytes.
  private void paintPatterns(MapColumns map) {
    double middle = (height - PATTERN_HEIGHT) / 2;
    paintPattern(map, ColumnKind.WARNING, middle, PATTERN_HEIGHT);
    paintPattern(map, ColumnKind.ERROR, height / 4, PATTERN_HEIGHT);
    paintPattern(map, ColumnKind.ERROR, height - height / 4 - PATTERN_HEIGHT, PATTERN_HEIGHT);
    paintPattern(map, ColumnKind.MISSING, height / 4, height / 2);
    paintPattern(map, ColumnKind.OVERLAP, middle, PATTERN_HEIGHT);
  }

  private void paintPattern(MapColumns map, ColumnKind kind, double top, double lineHeight) {
    Color edge = colors.color(Ink.EDGE);
    int drawn = kind == ColumnKind.OVERLAP ? DASH / 2 : DASH;
    IntFunction<Color> dashes =
        column -> map.kind(column) == kind && column % DASH < drawn ? edge : null;
    paintRuns(map, top, lineHeight, dashes);
  }

  /// Draws neighboring columns of the same color at once. Columns with a null color are skipped.
  private void paintRuns(MapColumns map, double top, double runHeight, IntFunction<Color> colorAt) {
    for (int begin = 0; begin < map.count(); ) {
      Color color = colorAt.apply(begin);
      int end = begin + 1;
      while (end < map.count() && colorAt.apply(end) == color) {
        end++;
      }
      if (color != null) {
        graphics.setFill(color);
        graphics.fillRect(begin, top, end - begin, runHeight);
      }
      begin = end;
    }
  }

  /// Draws only edges that are far enough apart to be distinguishable.
  private void paintEdges(MapColumns map) {
    int previous = -MIN_EDGE_COLUMNS;
    for (int column = 0; column < map.count(); column++) {
      if (map.isEdge(column)) {
        if (column - previous >= MIN_EDGE_COLUMNS && column > 0) {
          fill(Ink.EDGE, column, 0, 1, height);
        }
        previous = column;
      }
    }
  }

  /// Draws lines above and below, outlined so that they are visible on any color.
  private void paintSelected(int first, int end) {
    int length = end - first;
    fill(Ink.EDGE, first, 0, length, SELECTED_HEIGHT + 1);
    fill(Ink.EDGE, first, height - SELECTED_HEIGHT - 1, length, SELECTED_HEIGHT + 1);
    fill(Ink.SELECTED, first, 0, length, SELECTED_HEIGHT);
    fill(Ink.SELECTED, first, height - SELECTED_HEIGHT, length, SELECTED_HEIGHT);
  }

  private void fill(Ink ink, double x, double y, double width, double rectHeight) {
    graphics.setFill(colors.color(ink));
    graphics.fillRect(x, y, width, rectHeight);
  }

  /// Draws a frame, which does not hide the marked columns.
  private void paintVisible(MapScale scale, ByteRange range) {
    double first = scale.column(range.begin());
    double last = scale.lastColumn(range) + 1.0;
    double width = Math.max(MIN_FRAME_WIDTH, last - first);
    double x = Math.clamp((first + last - width) / 2, 0, Math.max(0, scale.columnCount() - width));
    graphics.setLineWidth(1);
    graphics.setStroke(colors.color(Ink.EDGE));
    graphics.strokeRect(Math.floor(x) + 1.5, 1.5, width - 3, height - 3);
    graphics.setStroke(colors.color(Ink.CARET));
    graphics.strokeRect(Math.floor(x) + 0.5, 0.5, width - 1, height - 1);
  }

  private void paintPlace(MapScale scale) {
    if (scale.isZoomed()) {
      double columns = scale.columnCount();
      double from = (double) scale.begin() / scale.wholeLength() * columns;
      double width = Math.max(3, (double) scale.shownLength() / scale.wholeLength() * columns);
      fill(Ink.EDGE, 0, height - PLACE_HEIGHT - 1, columns, PLACE_HEIGHT + 1);
      double x = Math.min(from, columns - width);
      fill(Ink.CARET, x, height - PLACE_HEIGHT, width, PLACE_HEIGHT);
    }
  }

  private void paintCaret(int column) {
    double x = Math.max(0, column - (CARET_WIDTH - 1) / 2);
    // The outline makes the caret visible on any color.
    fill(Ink.EDGE, x - 1, 0, CARET_WIDTH + 2, height);
    fill(Ink.CARET, x, 0, CARET_WIDTH, height);
  }
}
