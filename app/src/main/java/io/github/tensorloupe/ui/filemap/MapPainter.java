package io.github.tensorloupe.ui.filemap;

import io.github.tensorloupe.format.ByteRange;
import java.util.Optional;
import javafx.scene.canvas.GraphicsContext;

/// Draws the map in time in proportion to its columns.
///
/// @param height of the strip in pixels
record MapPainter(GraphicsContext graphics, MapColors colors, double height) {

  private static final int MIN_EDGE_COLUMNS = 5;
  private static final double HOLE_HEIGHT = 4;
  private static final double SELECTED_HEIGHT = 2;
  private static final double CARET_WIDTH = 3;

  void paint(MapColumns map, Optional<ByteRange> selected, Optional<Long> caret) {
    graphics.clearRect(0, 0, map.count(), height);
    paintKinds(map);
    paintEdges(map);
    graphics.setFill(colors.hole());
    for (int column = 0; column < map.count(); column++) {
      if (map.isHole(column)) {
        graphics.fillRect(column, height - HOLE_HEIGHT, 1, HOLE_HEIGHT);
      }
    }
    selected
        .filter(range -> range.byteCount() > 0)
        .ifPresent(range -> paintSelected(map.scale(), range));
    caret.ifPresent(
        offset -> {
          graphics.setFill(colors.caret());
          double x = map.scale().column(offset) - (CARET_WIDTH - 1) / 2;
          graphics.fillRect(Math.max(0, x), 0, CARET_WIDTH, height);
        });
  }

  private void paintKinds(MapColumns map) {
    for (int begin = 0; begin < map.count(); ) {
      int end = begin + 1;
      while (end < map.count() && map.kind(end) == map.kind(begin)) {
        end++;
      }
      graphics.setFill(colors.of(map.kind(begin)));
      graphics.fillRect(begin, 0, end - begin, height);
      begin = end;
    }
  }

  /// Edges are drawn only where they stand far enough apart to be told from each other.
  private void paintEdges(MapColumns map) {
    graphics.setFill(colors.edge());
    int previous = -MIN_EDGE_COLUMNS;
    for (int column = 0; column < map.count(); column++) {
      if (map.isEdge(column)) {
        if (column - previous >= MIN_EDGE_COLUMNS && column > 0) {
          graphics.fillRect(column, 0, 1, height);
        }
        previous = column;
      }
    }
  }

  private void paintSelected(MapScale scale, ByteRange range) {
    int first = scale.column(range.begin());
    int last = scale.column(range.end() - 1);
    graphics.setFill(colors.selected());
    graphics.fillRect(first, 0, last - first + 1, SELECTED_HEIGHT);
    graphics.fillRect(first, height - SELECTED_HEIGHT, last - first + 1, SELECTED_HEIGHT);
  }
}
